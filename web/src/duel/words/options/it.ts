import type { OptionsWords } from "..";

const words: OptionsWords = {
  ownDeck: "Il tuo mazzo",
  otherDeck: "Mazzo avversario",
  otherDeckIfNone: "Mazzo avversario, se non ne porta uno",
  noOwnDecks: "Qui compaiono i mazzi che costruisci tu.",
  tableDeck: "Il mazzo del tavolo",
  randomDeck: "Capo a caso",
  bringDecks: "Ognuno porta il proprio mazzo",
  bringDecksHint:
    "Nessuno vede le carte di un mazzo prima della fine dell’incontro; i capi si mostrano quando entrambi sono seduti.",
  crystals: "Cristalli per vincere",
  singleGame: "Partita singola",
  crystalsHint: "Ogni partita vinta vale da 1 a 4 cristalli, di più con le imprese.",
  toCrystals: "Chi arriva primo a {count|# cristallo|# cristalli}",
  mulligan: "Le carte iniziali si possono cambiare una volta",
  interventions: "Chiedi sempre se intervenire",
  interventionsHint: "Più lento: il gioco si ferma ogni volta che qualcuno potrebbe intervenire.",
};
export default words;
