import { describe, expect, it } from "vitest";
import type { DuelPieces } from "../contract/duel_pieces";
import found from "../testing/deck_pieces.json";
import { deckIn, fileName, fileText, NotADeckError } from "./deck_file";

const pieces = found as DuelPieces;
const deck = { name: "Mine: 2/3", people: "vulca" as const, ...pieces.decks[0]!.deck };

function reasonOf(text: string): string | null {
  try {
    deckIn(text, "file", pieces);
    return null;
  } catch (error) {
    return (error as NotADeckError).reason;
  }
}

describe("the file of a deck", () => {
  it("has the three fields that `bluemoon deck check` reads, and no other", () => {
    expect(Object.keys(JSON.parse(fileText(deck)) as object)).toEqual(["leader", "inquisitor", "cards"]);
  });

  it("is read back as it was written, under the file's name", () => {
    expect(deckIn(fileText(deck), "Mine", pieces)).toEqual({ ...deck, name: "Mine" });
  });

  it("is named after the deck, without what a file system might take amiss", () => {
    expect(fileName(deck)).toBe("Mine-2-3.json");
    expect(fileName({ ...deck, name: "/" })).toBe("deck.json");
  });

  it("need not have a leader, nor be a legal deck", () => {
    expect(deckIn('{"cards": ["x", "x"]}', "Odd", pieces)).toEqual({
      name: "Odd",
      people: null,
      leader: null,
      inquisitor: null,
      cards: ["x", "x"],
    });
  });

  it("says why it is none", () => {
    expect(reasonOf("{")).toBe("notJson");
    expect(reasonOf("3")).toBe("noCards");
    expect(reasonOf('{"leader": "vulca-00"}')).toBe("noCards");
    expect(reasonOf('{"cards": [3]}')).toBe("badField");
    expect(reasonOf('{"leader": 3, "cards": []}')).toBe("badField");
    expect(reasonOf(" ".repeat(70_000))).toBe("tooLarge");
  });
});
