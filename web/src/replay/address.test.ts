import { describe, expect, it } from "vitest";
import { momentOf, searchOf } from "./address";

describe("the address of a moment", () => {
  it.each([
    { at: 40, eyes: 1 },
    { at: 40, eyes: "spectator" },
    { at: null, eyes: 0 },
    { at: null, eyes: null },
  ] as const)("comes back as it was: %j", (moment) => {
    expect(momentOf(searchOf(moment))).toEqual(moment);
  });

  it.each(["?at=-1&as=x", "?at=1e9&as=", "?at=99999999999"])(
    "is nothing where it makes no sense: %s",
    (search) => {
      expect(momentOf(search)).toEqual({ at: null, eyes: null });
    },
  );
});
