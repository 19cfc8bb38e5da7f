import type { OptionsWords } from "..";

const words: OptionsWords = {
  ownDeck: "Jouw deck",
  otherDeck: "Deck van de tegenstander",
  otherDeckIfNone: "Deck van de tegenstander, als die er geen meebrengt",
  noOwnDecks: "Decks die je zelf bouwt, verschijnen hier.",
  tableDeck: "Het deck van de tafel",
  randomDeck: "Willekeurige leider",
  bringDecks: "Iedereen brengt een eigen deck mee",
  bringDecksHint:
    "Niemand ziet de kaarten van een deck voor het einde van de match; de leiders worden getoond als beiden zitten.",
  crystals: "Kristallen om te winnen",
  singleGame: "Eén spel",
  crystalsHint: "Elk gewonnen spel levert 1 tot 4 kristallen op, met prestaties meer.",
  toCrystals: "Wie het eerst {count|# kristal|# kristallen} heeft",
  mulligan: "Startkaarten mogen één keer worden geruild",
  interventions: "Altijd naar interventies vragen",
  interventionsHint: "Trager: het spel stopt telkens als iemand zou kunnen ingrijpen.",
};
export default words;
