import type { OptionsWords } from "..";

const words: OptionsWords = {
  ownDeck: "Ton deck",
  otherDeck: "Deck adverse",
  noOwnDecks: "Les decks que tu construis apparaissent ici.",
  crystals: "Cristaux pour gagner",
  singleGame: "Partie unique",
  crystalsHint: "Chaque partie gagnée rapporte 1 à 4 cristaux, davantage avec des exploits.",
  toCrystals: "Premier à {count|# cristal|# cristaux}",
  mulligan: "Les cartes de départ peuvent être échangées une fois",
  interventions: "Toujours proposer les interventions",
  interventionsHint: "Plus lent : la partie s’arrête chaque fois que quelqu’un pourrait intervenir.",
};
export default words;
