import { describe, expect, it } from "vitest";
import { applyMove, moveForKey, seqsToPrefetch, type Move } from "./playhead";

const track = { first: 4, last: 20, points: [7, 12, 20] };
const moveFrom = (seq: number, move: Move, playing = false) => applyMove({ seq, playing }, move, track);

describe("the playhead", () => {
  it("stays within the track", () => {
    expect(moveFrom(4, { type: "step", by: -1 }).seq).toBe(4);
    expect(moveFrom(20, { type: "step", by: 1 }).seq).toBe(20);
    expect(moveFrom(9, { type: "seek", seq: 99 }).seq).toBe(20);
    expect(moveFrom(9, { type: "first" }).seq).toBe(4);
    expect(moveFrom(9, { type: "last" }).seq).toBe(20);
  });

  it("jumps to the next and previous turning points, or to the ends", () => {
    expect(moveFrom(9, { type: "next_point" }).seq).toBe(12);
    expect(moveFrom(12, { type: "next_point" }).seq).toBe(20);
    expect(moveFrom(9, { type: "previous_point" }).seq).toBe(7);
    expect(moveFrom(7, { type: "previous_point" }).seq).toBe(4);
  });

  it("plays to the end and stops", () => {
    expect(moveFrom(18, { type: "tick" }, true)).toEqual({ seq: 19, playing: true });
    expect(moveFrom(19, { type: "tick" }, true)).toEqual({ seq: 20, playing: false });
    expect(moveFrom(19, { type: "tick" }, false)).toEqual({ seq: 19, playing: false });
  });

  it("restarts when played from the end", () => {
    expect(moveFrom(20, { type: "toggle" })).toEqual({ seq: 4, playing: true });
    expect(moveFrom(9, { type: "toggle" })).toEqual({ seq: 9, playing: true });
    expect(moveFrom(9, { type: "toggle" }, true)).toEqual({ seq: 9, playing: false });
  });

  it("stops playing when moved", () => {
    expect(moveFrom(9, { type: "step", by: 1 }, true)).toEqual({ seq: 10, playing: false });
  });

  it("prefetches neighbours, more of them ahead while playing", () => {
    expect(seqsToPrefetch({ seq: 9, playing: false }, track)).toEqual([9, 10, 8, 11, 7, 12]);
    expect(seqsToPrefetch({ seq: 18, playing: true }, track)).toEqual([18, 19, 20]);
  });

  it("is moved by keys", () => {
    expect(moveForKey("ArrowRight", false)).toEqual({ type: "step", by: 1 });
    expect(moveForKey("ArrowLeft", true)).toEqual({ type: "previous_point" });
    expect(moveForKey(" ", false)).toEqual({ type: "toggle" });
    expect(moveForKey("End", false)).toEqual({ type: "last" });
    expect(moveForKey("a", false)).toBeNull();
  });
});
