import { describe, expect, it } from "vitest";
import { pathFromLink } from "./table_link";

const ORIGIN = "https://moon.example";

describe("a pasted link", () => {
  it.each([
    [" xH1D6fLUjqim ", "/table/xH1D6fLUjqim"],
    ["https://moon.example/table/xH1D#token=a.b.c", "/table/xH1D#token=a.b.c"],
    ["/replay/xH1D?at=40&as=1", "/replay/xH1D?at=40&as=1"],
  ])("maps %j to %j", (pasted, path) => {
    expect(pathFromLink(pasted, ORIGIN)).toBe(path);
  });

  it.each(["", "two words", "https://elsewhere.example/table/xH1D", "https://moon.example/decks"])(
    "is rejected: %j",
    (pasted) => {
      expect(pathFromLink(pasted, ORIGIN)).toBeNull();
    },
  );
});
