import type { GenericWords } from ".";

const words: GenericWords = {
  moves: "Deine Züge",
  waiting: "Du hast gerade keinen Zug.",
  showAll: "Alle {count} zeigen",
  position: "Stellung",
  figures: "Werte",
  options: "Optionen dieses Tisches",
  hidden: "verdeckt",
  hiddenCount: "{count|# verdeckt|# verdeckt}",
  none: "nichts",
  yes: "ja",
  no: "nein",
  field: "{name}: {value}",
  event: "{player}: {event}.",
  eventAlone: "{event}.",
  eventFields: "{event} ({fields})",
  gameEnded: "Das Spiel ist zu Ende.",
  gameEndedBy: "Das Spiel ist zu Ende: {reason}.",
  item: "{name} {number}",
  add: "{name}: hinzufügen",
  remove: "{name} entfernen",
  notSet: "nicht gesetzt",
  asJson: "{name} (JSON)",
  badJson: "Das ist kein gültiges JSON.",
  noOptions: "Dieses Spiel hat keine Optionen.",
};
export default words;
