import type { OptionsWords } from "..";

const words: OptionsWords = {
  ownDeck: "Il tuo mazzo",
  otherDeck: "Il mazzo avversario",
  noOwnDecks: "Qui puoi scegliere i mazzi che costruisci tu.",
  crystals: "Cristalli per vincere",
  singleGame: "Una partita sola",
  crystalsHint: "Una partita vinta vale da 1 a 4 cristalli, di più con le imprese.",
  toCrystals: "Ai {count|# cristallo|# cristalli}",
  mulligan: "Le carte iniziali si possono cambiare una volta",
  interventions: "Chiedi ogni volta degli interventi",
  interventionsHint: "Più lento: il gioco si ferma ogni volta che qualcuno potrebbe intervenire.",
};
export default words;
