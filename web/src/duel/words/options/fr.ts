import type { OptionsWords } from "..";

const words: OptionsWords = {
  ownDeck: "Votre paquet",
  otherDeck: "Le paquet adverse",
  noOwnDecks: "Les paquets que vous construisez peuvent être choisis ici.",
  crystals: "Cristaux pour gagner",
  singleGame: "Une seule partie",
  crystalsHint: "Une partie gagnée rapporte 1 à 4 cristaux, davantage avec des exploits.",
  toCrystals: "En {count|# cristal|# cristaux}",
  mulligan: "Les cartes de départ peuvent être échangées une fois",
  interventions: "Demander chaque fois si l'on intervient",
  interventionsHint: "Plus lent : la partie s'arrête à chaque moment où l'on pourrait intervenir.",
};
export default words;
