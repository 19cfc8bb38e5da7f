import type { OptionsWords } from "..";

const words: OptionsWords = {
  ownDeck: "Dein Deck",
  otherDeck: "Das gegnerische Deck",
  noOwnDecks: "Decks, die du selbst baust, kannst du hier wählen.",
  crystals: "Kristalle zum Sieg",
  singleGame: "Eine einzelne Partie",
  crystalsHint: "Eine gewonnene Partie bringt 1 bis 4 Kristalle, mit Errungenschaften mehr.",
  toCrystals: "Bis {count|# Kristall|# Kristalle}",
  mulligan: "Startkarten dürfen einmal ausgetauscht werden",
  interventions: "Jedes Mal nach Interventionen fragen",
  interventionsHint: "Langsamer: Das Spiel hält immer an, wenn jemand eingreifen könnte.",
};
export default words;
