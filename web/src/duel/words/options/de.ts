import type { OptionsWords } from "..";

const words: OptionsWords = {
  ownDeck: "Dein Deck",
  otherDeck: "Deck des Gegners",
  noOwnDecks: "Decks, die du selbst baust, erscheinen hier.",
  crystals: "Kristalle für den Sieg",
  singleGame: "Einzelne Partie",
  crystalsHint: "Jede gewonnene Partie bringt 1 bis 4 Kristalle, mit Errungenschaften mehr.",
  toCrystals: "Wer zuerst {count|# Kristall|# Kristalle} hat",
  mulligan: "Startkarten dürfen einmal ausgetauscht werden",
  interventions: "Immer nach Interventionen fragen",
  interventionsHint: "Langsamer: Das Spiel hält jedes Mal an, wenn jemand eingreifen könnte.",
};
export default words;
