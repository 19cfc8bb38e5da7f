import { describe, expect, it } from "vitest";
import type { DuelPieces } from "../../contract/duel";
import piecesJson from "../../testing/deck_pieces.json";
import { parseDeckFile, fileName, fileText, NotADeckError } from "./deck_file";

const pieces = piecesJson as DuelPieces;
const deck = { name: "Mine: 2/3", people: "vulca" as const, ...pieces.decks[0]!.deck };

function reasonOf(text: string): string | null {
  try {
    parseDeckFile(text, "file", pieces);
    return null;
  } catch (error) {
    return (error as NotADeckError).reason;
  }
}

describe("a deck file", () => {
  it("has exactly the three fields that `bluemoon deck check` reads", () => {
    expect(Object.keys(JSON.parse(fileText(deck)) as object)).toEqual(["leader", "inquisitor", "cards"]);
  });

  it("can be read back under the file's name", () => {
    expect(parseDeckFile(fileText(deck), "Mine", pieces)).toEqual({ ...deck, name: "Mine" });
  });

  it("is named after the deck, without special characters", () => {
    expect(fileName(deck)).toBe("Mine-2-3.json");
    expect(fileName({ ...deck, name: "/" })).toBe("deck.json");
  });

  it("needs no leader and need not be legal", () => {
    expect(parseDeckFile('{"cards": ["x", "x"]}', "Odd", pieces)).toEqual({
      name: "Odd",
      people: null,
      leader: null,
      inquisitor: null,
      cards: ["x", "x"],
    });
  });

  it("is rejected with a reason", () => {
    expect(reasonOf("{")).toBe("notJson");
    expect(reasonOf("3")).toBe("noCards");
    expect(reasonOf('{"leader": "vulca-00"}')).toBe("noCards");
    expect(reasonOf('{"cards": [3]}')).toBe("badField");
    expect(reasonOf('{"leader": 3, "cards": []}')).toBe("badField");
    expect(reasonOf(" ".repeat(70_000))).toBe("tooLarge");
  });
});
