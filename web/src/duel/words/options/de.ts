import type { OptionsWords } from "..";

const words: OptionsWords = {
  ownDeck: "Dein Deck",
  otherDeck: "Deck des Gegners",
  otherDeckIfNone: "Deck des Gegners, falls er keines mitbringt",
  noOwnDecks: "Decks, die du selbst baust, erscheinen hier.",
  tableDeck: "Das Deck des Tisches",
  randomDeck: "Zufälliger Anführer",
  bringDecks: "Jeder bringt ein eigenes Deck mit",
  bringDecksHint:
    "Niemand sieht die Karten eines Decks vor dem Ende des Matches; die Anführer werden gezeigt, wenn beide sitzen.",
  crystals: "Kristalle für den Sieg",
  singleGame: "Einzelne Partie",
  crystalsHint: "Jede gewonnene Partie bringt 1 bis 4 Kristalle, mit Errungenschaften mehr.",
  toCrystals: "Wer zuerst {count|# Kristall|# Kristalle} hat",
  mulligan: "Startkarten dürfen einmal ausgetauscht werden",
  interventions: "Immer nach Interventionen fragen",
  interventionsHint: "Langsamer: Das Spiel hält jedes Mal an, wenn jemand eingreifen könnte.",
};
export default words;
