import type { AnyView } from "./table_view";

/** Return the seats that are to act. */
export function toAct(table: AnyView): readonly number[] {
  if (table.stage !== "playing" || !table.play) return [];
  const { play } = table;
  if ("seats" in play) return [play.turn.seat];
  if (play.decision) return [play.decision.by];
  if (play.stage !== "turn") return play.sides.filter((side) => !side.chosen).map((side) => side.seat);
  return [play.turn.seat];
}
