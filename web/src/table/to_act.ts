import { GAME_UIS } from "../games";
import type { AnyView } from "./table_view";

/** Return the seats that are to act; none if this is not known. */
export function toAct({ game, stage, play, clocks }: AnyView): readonly number[] {
  if (stage !== "playing" || typeof play !== "object" || play === null) return [];
  return GAME_UIS[game]?.toAct?.(play) ?? clocks?.running ?? seatsIn(play);
}

/** The seats in the fields that games usually keep them in: `to_act`, or the `seat` of a `turn`. */
function seatsIn(play: { to_act?: unknown; turn?: unknown }): readonly number[] {
  const { to_act: seats, turn } = play;
  if (Array.isArray(seats)) return seats.filter((seat) => typeof seat === "number");
  if (typeof seats === "number") return [seats];
  const isRecord = typeof turn === "object" && turn !== null && "seat" in turn;
  return isRecord && typeof turn.seat === "number" ? [turn.seat] : [];
}
