import { useMemo } from "react";
import type { GameUi } from "../game_ui/game_ui";
import type { AnyEvent, TableEvent } from "../table/table_view";
import { listFieldsIn } from "./hidden";
import { useLabels, type Labels } from "./labels";

/** Narrate an event by its type and fields: `Amber: Card played (Card: Seven).` */
export function narrateEvent(labels: Labels, event: AnyEvent): string {
  const { t, label } = labels;
  const tableEvent = event as TableEvent;
  if (tableEvent.type === "game_ended")
    return tableEvent.reason ? t("gameEndedBy", { reason: label(tableEvent.reason) }) : t("gameEnded");
  const seat = "seat" in event && typeof event.seat === "number" ? event.seat : null;
  const fields = labels.fields(event, ["type", ...(seat === null ? [] : ["seat"])]);
  const what = fields ? t("eventFields", { event: label(event.type), fields }) : label(event.type);
  return seat === null
    ? t("eventAlone", { event: what })
    : t("event", { player: labels.playerOf(seat), event: what });
}

export const useNarrator: GameUi["useNarrator"] = ({ table, nameOf, playerOf }) => {
  const listFields = useMemo(() => listFieldsIn(table.play), [table.play]);
  const labels = useLabels(nameOf, playerOf, listFields);
  return (event) => narrateEvent(labels, event);
};
