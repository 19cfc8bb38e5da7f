import { describe, expect, it, vi } from "vitest";
import { forget, keep, keyOf, keys, takeFromAddress, viewerOf } from "./keyring";

const token = (seat: unknown, mark = "") =>
  `head.${btoa(JSON.stringify({ game: "t", seat, mark }))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")}.tail`;

describe("the keyring", () => {
  it("knows from a token who its holder is, and takes nonsense for a spectator", () => {
    expect(viewerOf(token(2))).toBe(2);
    expect(viewerOf(token("spectator"))).toBe("spectator");
    expect(viewerOf("nonsense")).toBe("spectator");
    expect(viewerOf(token(1, "ÿ>?"))).toBe(1);
  });

  it("opens a table with a seat's key before a spectator's", () => {
    keep("t1", token("spectator"));
    keep("t1", token(1));
    keep("t1", token("spectator", "new"));
    expect(keyOf("t1")?.viewer).toBe(1);
    expect(keyOf("t1", "spectator")?.token).toBe(token("spectator", "new"));
    expect(keyOf("t2")).toBeNull();
  });

  it("replaces an old token of the same seat, and keeps other seats", () => {
    keep("t1", token(0, "old"));
    keep("t1", token(1));
    keep("t1", token(0, "new"));
    expect(keys().map((key) => key.token)).toHaveLength(2);
    expect(keyOf("t1", 0)?.token).toBe(token(0, "new"));
  });

  it("forgets one key and no other", () => {
    keep("t1", token(0));
    keep("t1", token(1));
    forget("t1", 0);
    expect(keys().map((key) => key.viewer)).toEqual([1]);
  });

  it("takes a token out of the address, and leaves none in the history", () => {
    history.replaceState(null, "", `/table/t1?x=1#token=${token(0)}`);
    expect(takeFromAddress("t1")?.viewer).toBe(0);
    expect(location.pathname + location.search + location.hash).toBe("/table/t1?x=1");
    expect(takeFromAddress("t1")).toBeNull();
  });

  it("throws the oldest keys away first", () => {
    vi.useFakeTimers();
    for (let table = 0; table < 205; table++) {
      vi.setSystemTime(table);
      keep(`t${table}`, token(0));
    }
    vi.useRealTimers();
    expect(keys()).toHaveLength(200);
    expect(keyOf("t4")).toBeNull();
    expect(keyOf("t204")).not.toBeNull();
  });

  it("survives what others left in its place", () => {
    localStorage.setItem("bluemoon.keys", "{");
    expect(keys()).toEqual([]);
    localStorage.setItem("bluemoon.keys", '{"a":1}');
    expect(keys()).toEqual([]);
  });
});
