import { describe, expect, it, vi } from "vitest";
import {
  removeToken,
  storeToken,
  findToken,
  storedTokens,
  takeTokenFromUrl,
  viewerOfToken,
} from "./seat_tokens";

const token = (seat: unknown, mark = "") =>
  `head.${btoa(JSON.stringify({ table: "t", seat, mark }))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")}.tail`;

describe("seat tokens", () => {
  it("name their viewer, or spectator if invalid", () => {
    expect(viewerOfToken(token(2))).toBe(2);
    expect(viewerOfToken(token("spectator"))).toBe("spectator");
    expect(viewerOfToken("nonsense")).toBe("spectator");
    expect(viewerOfToken(token(1, "ÿ>?"))).toBe(1);
  });

  it("of seats are preferred to those of spectators", () => {
    storeToken("t1", token("spectator"));
    storeToken("t1", token(1));
    storeToken("t1", token("spectator", "new"));
    expect(findToken("t1")?.viewer).toBe(1);
    expect(findToken("t1", "spectator")?.token).toBe(token("spectator", "new"));
    expect(findToken("t2")).toBeNull();
  });

  it("replace an older one of the same seat and keep other seats", () => {
    storeToken("t1", token(0, "old"));
    storeToken("t1", token(1));
    storeToken("t1", token(0, "new"));
    expect(storedTokens().map(({ token }) => token)).toHaveLength(2);
    expect(findToken("t1", 0)?.token).toBe(token(0, "new"));
  });

  it("are removed one by one", () => {
    storeToken("t1", token(0));
    storeToken("t1", token(1));
    removeToken("t1", 0);
    expect(storedTokens().map(({ viewer }) => viewer)).toEqual([1]);
  });

  it("are taken out of the URL without a trace in the history", () => {
    history.replaceState(null, "", `/table/t1?x=1#token=${token(0)}`);
    expect(takeTokenFromUrl("t1")?.viewer).toBe(0);
    expect(location.pathname + location.search + location.hash).toBe("/table/t1?x=1");
    expect(takeTokenFromUrl("t1")).toBeNull();
  });

  it("are limited in number: the oldest are dropped", () => {
    vi.useFakeTimers();
    for (let table = 0; table < 205; table++) {
      vi.setSystemTime(table);
      storeToken(`t${table}`, token(0));
    }
    vi.useRealTimers();
    expect(storedTokens()).toHaveLength(200);
    expect(findToken("t4")).toBeNull();
    expect(findToken("t204")).not.toBeNull();
  });

  it("ignore invalid data in local storage", () => {
    localStorage.setItem("bluemoon.keys", "{");
    expect(storedTokens()).toEqual([]);
    localStorage.setItem("bluemoon.keys", '{"a":1}');
    expect(storedTokens()).toEqual([]);
  });
});
