import type { OptionsWords } from "..";

const words: OptionsWords = {
  ownDeck: "Jouw deck",
  otherDeck: "Het deck van de tegenstander",
  noOwnDecks: "Decks die je zelf bouwt kun je hier kiezen.",
  crystals: "Kristallen om te winnen",
  singleGame: "Eén enkel spel",
  crystalsHint: "Een gewonnen spel levert 1 tot 4 kristallen op, met prestaties meer.",
  toCrystals: "Tot {count|# kristal|# kristallen}",
  mulligan: "Startkaarten mogen één keer geruild worden",
  interventions: "Elke keer naar interventies vragen",
  interventionsHint: "Trager: het spel stopt op elk moment waarop iemand kan ingrijpen.",
};
export default words;
