import type { GenericWords } from ".";

const words: GenericWords = {
  moves: "Tes coups",
  waiting: "Tu n’as aucun coup à jouer pour l’instant.",
  showAll: "Afficher les {count}",
  position: "Position",
  figures: "Valeurs",
  options: "Options de cette table",
  hidden: "caché",
  hiddenCount: "{count|# caché|# cachés}",
  none: "rien",
  yes: "oui",
  no: "non",
  field: "{name} : {value}",
  event: "{player} : {event}.",
  eventAlone: "{event}.",
  eventFields: "{event} ({fields})",
  gameEnded: "La partie est terminée.",
  gameEndedBy: "La partie est terminée : {reason}.",
  item: "{name} {number}",
  add: "Ajouter à {name}",
  remove: "Retirer {name}",
  notSet: "non défini",
  asJson: "{name} (JSON)",
  badJson: "Ce n’est pas du JSON valide.",
  noOptions: "Ce jeu n’a pas d’options.",
};
export default words;
