import type { OptionsWords } from "..";

const words: OptionsWords = {
  ownDeck: "Ton deck",
  otherDeck: "Deck adverse",
  otherDeckIfNone: "Deck adverse, s’il n’en apporte pas",
  noOwnDecks: "Les decks que tu construis apparaissent ici.",
  tableDeck: "Le deck de la table",
  randomDeck: "Chef au hasard",
  bringDecks: "Chacun apporte son deck",
  bringDecksHint:
    "Personne ne voit les cartes d’un deck avant la fin du match ; les chefs sont montrés quand les deux joueurs sont assis.",
  crystals: "Cristaux pour gagner",
  singleGame: "Partie unique",
  crystalsHint: "Chaque partie gagnée rapporte 1 à 4 cristaux, davantage avec des exploits.",
  toCrystals: "Premier à {count|# cristal|# cristaux}",
  mulligan: "Les cartes de départ peuvent être échangées une fois",
  interventions: "Toujours proposer les interventions",
  interventionsHint: "Plus lent : la partie s’arrête chaque fois que quelqu’un pourrait intervenir.",
};
export default words;
