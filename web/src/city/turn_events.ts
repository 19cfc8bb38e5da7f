import type { CityEvent, Commit } from "./types";

/** Events not listed in the turn's summary. */
const OMITTED_EVENTS: ReadonlySet<CityEvent["type"]> = new Set<CityEvent["type"]>([
  "turn_began",
  "turn_ended",
  "hand_dealt",
]);

/** Return the events of the turn in progress at a seq. */
export function turnEvents(history: readonly Commit[], seq: number): readonly CityEvent[] {
  const events: CityEvent[] = [];
  // Search from the end: a turn has few commits, a game has hundreds.
  for (let index = history.findLastIndex((commit) => commit.seq <= seq); index >= 0; index--) {
    const commitEvents = history[index]!.events;
    const turnStart = commitEvents.findLastIndex((event) => event.type === "turn_began");
    events.unshift(...commitEvents.slice(turnStart + 1));
    if (turnStart >= 0) break;
  }
  return events.filter((event) => !OMITTED_EVENTS.has(event.type));
}
