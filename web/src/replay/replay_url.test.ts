import { describe, expect, it } from "vitest";
import { momentOf, searchOf } from "./replay_url";

describe("the URL of a replay", () => {
  it.each([
    { seq: 40, viewer: 1 },
    { seq: 40, viewer: "spectator" },
    { seq: null, viewer: 0 },
    { seq: null, viewer: null },
  ] as const)("round-trips %j", (moment) => {
    expect(momentOf(searchOf(moment))).toEqual(moment);
  });

  it.each(["?at=-1&as=x", "?at=1e9&as=", "?at=99999999999"])("ignores invalid values: %s", (search) => {
    expect(momentOf(search)).toEqual({ seq: null, viewer: null });
  });
});
