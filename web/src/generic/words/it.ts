import type { GenericWords } from ".";

const words: GenericWords = {
  moves: "Le tue mosse",
  waiting: "Al momento non hai mosse.",
  showAll: "Mostra tutte le {count}",
  position: "Posizione",
  figures: "Valori",
  options: "Opzioni di questo tavolo",
  hidden: "nascosto",
  hiddenCount: "{count|# nascosto|# nascosti}",
  none: "niente",
  yes: "sì",
  no: "no",
  field: "{name}: {value}",
  event: "{player}: {event}.",
  eventAlone: "{event}.",
  eventFields: "{event} ({fields})",
  gameEnded: "La partita è finita.",
  gameEndedBy: "La partita è finita: {reason}.",
  item: "{name} {number}",
  add: "Aggiungi a {name}",
  remove: "Rimuovi {name}",
  notSet: "non impostato",
  asJson: "{name} (JSON)",
  badJson: "Questo non è un JSON valido.",
  noOptions: "Questo gioco non ha opzioni.",
};
export default words;
