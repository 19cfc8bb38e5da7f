import { describe, expect, it } from "vitest";
import { turnStory } from "./turn_story";
import type { CityEvent, Commit } from "./wire";

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

describe("the account of a turn", () => {
  it("has everything since the turn began, whenever the page was opened", () => {
    expect(turnStory(HISTORY, 3).map((event) => event.type)).toEqual(["figure_moved", "steps_gained"]);
  });

  it("is empty when a turn has just begun, and stops at the version that is shown", () => {
    expect(turnStory(HISTORY, 1)).toEqual([]);
    expect(turnStory(HISTORY, 2).map((event) => event.type)).toEqual(["figure_moved"]);
    expect(turnStory(HISTORY, 4)).toEqual([]);
  });

  it("tells what is known while the story is still being read", () => {
    expect(turnStory(HISTORY.slice(1, 3), 3).map((event) => event.type)).toEqual([
      "figure_moved",
      "steps_gained",
    ]);
    expect(turnStory([], 3)).toEqual([]);
  });
});
