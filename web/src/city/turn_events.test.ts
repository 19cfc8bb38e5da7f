import { describe, expect, it } from "vitest";
import { turnEvents } from "./turn_events";
import type { CityEvent, Commit } from "./types";

const commit = (seq: number, ...events: CityEvent[]) => ({ seq, events }) as Commit;
const walked = (seat: number): CityEvent => ({
  type: "figure_moved",
  seat,
  to: "mill",
  steps: 1,
  card: null,
});
const HISTORY = [
  commit(1, walked(0), { type: "turn_ended", seat: 0 }, { type: "turn_began", seat: 1, number: 2 }),
  commit(2, walked(1)),
  commit(3, { type: "steps_gained", seat: 1, card: "flit-2", steps: 2 }),
  commit(4, { type: "turn_ended", seat: 1 }, { type: "turn_began", seat: 0, number: 3 }),
];

describe("events of a turn", () => {
  it("contain everything since the start of the turn", () => {
    expect(turnEvents(HISTORY, 3).map((event) => event.type)).toEqual(["figure_moved", "steps_gained"]);
  });

  it("are empty when a turn has just begun, and stop at the given seq", () => {
    expect(turnEvents(HISTORY, 1)).toEqual([]);
    expect(turnEvents(HISTORY, 2).map((event) => event.type)).toEqual(["figure_moved"]);
    expect(turnEvents(HISTORY, 4)).toEqual([]);
  });

  it("contain what is known while the history is loading", () => {
    expect(turnEvents(HISTORY.slice(1, 3), 3).map((event) => event.type)).toEqual([
      "figure_moved",
      "steps_gained",
    ]);
    expect(turnEvents([], 3)).toEqual([]);
  });
});
