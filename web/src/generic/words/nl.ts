import type { GenericWords } from ".";

const words: GenericWords = {
  moves: "Jouw zetten",
  waiting: "Je hebt nu geen zet.",
  showAll: "Alle {count} tonen",
  position: "Stelling",
  figures: "Waarden",
  options: "Opties van deze tafel",
  hidden: "verborgen",
  hiddenCount: "{count|# verborgen|# verborgen}",
  none: "niets",
  yes: "ja",
  no: "nee",
  field: "{name}: {value}",
  event: "{player}: {event}.",
  eventAlone: "{event}.",
  eventFields: "{event} ({fields})",
  gameEnded: "Het spel is afgelopen.",
  gameEndedBy: "Het spel is afgelopen: {reason}.",
  item: "{name} {number}",
  add: "{name}: toevoegen",
  remove: "{name} verwijderen",
  notSet: "niet ingesteld",
  asJson: "{name} (JSON)",
  badJson: "Dit is geen geldige JSON.",
  noOptions: "Dit spel heeft geen opties.",
};
export default words;
