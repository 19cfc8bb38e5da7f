import type { OptionsWords } from "..";

const words: OptionsWords = {
  ownDeck: "Jouw deck",
  otherDeck: "Deck van de tegenstander",
  noOwnDecks: "Decks die je zelf bouwt, verschijnen hier.",
  crystals: "Kristallen om te winnen",
  singleGame: "Eén spel",
  crystalsHint: "Elk gewonnen spel levert 1 tot 4 kristallen op, met prestaties meer.",
  toCrystals: "Wie het eerst {count|# kristal|# kristallen} heeft",
  mulligan: "Startkaarten mogen één keer worden geruild",
  interventions: "Altijd naar interventies vragen",
  interventionsHint: "Trager: het spel stopt telkens als iemand zou kunnen ingrijpen.",
};
export default words;
