import { describe, expect, it } from "vitest";
import { format } from "./format";

describe("a message", () => {
  it("is filled with values and keeps unknown placeholders", () => {
    expect(format("{player} wins by {points}", { player: "Amber", points: 3 }, "en")).toBe("Amber wins by 3");
    expect(format("{player} wins", {}, "en")).toBe("{player} wins");
  });

  it("uses the plural form of the language", () => {
    const cards = "{n|# card|# cards}";
    expect(format(cards, { n: 1 }, "en")).toBe("1 card");
    expect(format(cards, { n: 0 }, "en")).toBe("0 cards");
    expect(format("{n|# carte|# cartes}", { n: 0 }, "fr")).toBe("0 carte");
  });

  it("does not expand placeholders inside values", () => {
    expect(format("{a} and {b}", { a: "{b}", b: "Basalt" }, "en")).toBe("{b} and Basalt");
    expect(format("{player} wins", { player: "$& $1" }, "en")).toBe("$& $1 wins");
  });
});
