import type { OptionsWords } from "..";

const words: OptionsWords = {
  ownDeck: "Il tuo mazzo",
  otherDeck: "Mazzo avversario",
  noOwnDecks: "Qui compaiono i mazzi che costruisci tu.",
  crystals: "Cristalli per vincere",
  singleGame: "Partita singola",
  crystalsHint: "Ogni partita vinta vale da 1 a 4 cristalli, di più con le imprese.",
  toCrystals: "Chi arriva primo a {count|# cristallo|# cristalli}",
  mulligan: "Le carte iniziali si possono cambiare una volta",
  interventions: "Chiedi sempre se intervenire",
  interventionsHint: "Più lento: il gioco si ferma ogni volta che qualcuno potrebbe intervenire.",
};
export default words;
