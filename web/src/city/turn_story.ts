import type { CityEvent, Commit } from "./wire";

/** Small print that an account of a turn can do without. */
const LEFT_OUT: ReadonlySet<CityEvent["type"]> = new Set<CityEvent["type"]>([
  "turn_began",
  "turn_ended",
  "hand_dealt",
]);

/** What was done in the turn that is on at a version. */
export function turnStory(history: readonly Commit[], seq: number): readonly CityEvent[] {
  const events: CityEvent[] = [];
  // From the end: a turn has few commits, a game has hundreds.
  for (let at = history.findLastIndex((commit) => commit.seq <= seq); at >= 0; at--) {
    const done = history[at]!.events;
    const began = done.findLastIndex((event) => event.type === "turn_began");
    events.unshift(...done.slice(began + 1));
    if (began >= 0) break;
  }
  return events.filter((event) => !LEFT_OUT.has(event.type));
}
