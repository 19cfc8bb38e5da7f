import { describe, expect, it } from "vitest";
import { placeOf } from "./table_link";

const ORIGIN = "https://moon.example";

describe("a pasted link", () => {
  it.each([
    [" xH1D6fLUjqim ", "/table/xH1D6fLUjqim"],
    ["https://moon.example/table/xH1D#token=a.b.c", "/table/xH1D#token=a.b.c"],
    ["/replay/xH1D?at=40&as=1", "/replay/xH1D?at=40&as=1"],
  ])("leads from %j to %j", (pasted, place) => {
    expect(placeOf(pasted, ORIGIN)).toBe(place);
  });

  it.each(["", "two words", "https://elsewhere.example/table/xH1D", "https://moon.example/decks"])(
    "leads nowhere from %j",
    (pasted) => {
      expect(placeOf(pasted, ORIGIN)).toBeNull();
    },
  );
});
