import { describe, expect, it } from "vitest";
import { moved, moveOfKey, neighbours, type Move } from "./playhead";

const track = { first: 4, last: 20, points: [7, 12, 20] };
const at = (where: number, move: Move, playing = false) => moved({ at: where, playing }, move, track);

describe("the playhead", () => {
  it("stays on the bar", () => {
    expect(at(4, { type: "step", by: -1 }).at).toBe(4);
    expect(at(20, { type: "step", by: 1 }).at).toBe(20);
    expect(at(9, { type: "seek", at: 99 }).at).toBe(20);
    expect(at(9, { type: "first" }).at).toBe(4);
    expect(at(9, { type: "last" }).at).toBe(20);
  });

  it("jumps to the turning points around it, and to the ends where there is none", () => {
    expect(at(9, { type: "next_point" }).at).toBe(12);
    expect(at(12, { type: "next_point" }).at).toBe(20);
    expect(at(9, { type: "previous_point" }).at).toBe(7);
    expect(at(7, { type: "previous_point" }).at).toBe(4);
  });

  it("plays to the end and stops there", () => {
    expect(at(18, { type: "tick" }, true)).toEqual({ at: 19, playing: true });
    expect(at(19, { type: "tick" }, true)).toEqual({ at: 20, playing: false });
    expect(at(19, { type: "tick" }, false)).toEqual({ at: 19, playing: false });
  });

  it("begins again when it is played from the end", () => {
    expect(at(20, { type: "toggle" })).toEqual({ at: 4, playing: true });
    expect(at(9, { type: "toggle" })).toEqual({ at: 9, playing: true });
    expect(at(9, { type: "toggle" }, true)).toEqual({ at: 9, playing: false });
  });

  it("stops playing when somebody moves it", () => {
    expect(at(9, { type: "step", by: 1 }, true)).toEqual({ at: 10, playing: false });
  });

  it("knows what will be looked at soon, more of it ahead while it plays", () => {
    expect(neighbours({ at: 9, playing: false }, track)).toEqual([9, 10, 8, 11, 7, 12]);
    expect(neighbours({ at: 18, playing: true }, track)).toEqual([18, 19, 20]);
  });

  it("is moved by keys", () => {
    expect(moveOfKey("ArrowRight", false)).toEqual({ type: "step", by: 1 });
    expect(moveOfKey("ArrowLeft", true)).toEqual({ type: "previous_point" });
    expect(moveOfKey(" ", false)).toEqual({ type: "toggle" });
    expect(moveOfKey("End", false)).toEqual({ type: "last" });
    expect(moveOfKey("a", false)).toBeNull();
  });
});
