import { describe, expect, it } from "vitest";
import type { DuelCard } from "../../contract/duel";
import pieces from "../../testing/deck_pieces.json";
import { searchCards, NO_FILTER, type CardFilter } from "./card_search";

const cards = pieces.cards as DuelCard[];
const texts = {
  language: "de",
  nameOf: (card: DuelCard) => card.name_de,
  wordsOf: (card: DuelCard) => [card.name, card.name_de, card.people, card.type, card.text].join(" "),
};
const ids = (filter: Partial<CardFilter>, first: DuelCard["people"] | null = null) =>
  searchCards(cards, { ...NO_FILTER, ...filter }, texts, first).map(({ id }) => id);

describe("card search", () => {
  it("returns every card without a filter", () => {
    expect(ids({})).toHaveLength(cards.length);
  });

  it("matches all words in any order, ignoring case and accents", () => {
    expect(ids({ words: "ERZAHLERIN hoax" })).toEqual(["hoax-11"]);
    expect(ids({ words: "storyteller khind" })).toEqual([]);
  });

  it("combines filters", () => {
    expect(ids({ peoples: new Set(["hoax", "flit"]), type: "character" })).toEqual([
      "hoax-11",
      "hoax-12",
      "flit-01",
      "flit-02",
    ]);
    expect(ids({ number: 1 })).toEqual(["vulca-01", "flit-01"]);
    expect(ids({ moons: 4 }).every((id) => cards.find((card) => card.id === id)!.moons === 4)).toBe(true);
  });

  it("omits partly known cards on request", () => {
    expect(ids({ peoples: new Set(["tutu"]) })).toEqual(["tutu-pampam"]);
    expect(ids({ peoples: new Set(["tutu"]), knownOnly: true })).toEqual([]);
  });

  it("lists the leader's people first", () => {
    expect(ids({}, "khind").slice(0, 3)).toEqual(["khind-26", "khind-28", "hoax-11"]);
  });

  it("sorts numbers in descending order, cards without one last", () => {
    const fires = searchCards(cards, { ...NO_FILTER, sort: "fire" }, texts, null).map(({ fire }) => fire);
    const numbers = fires.filter((fire) => fire !== null);
    expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
    expect(fires.slice(numbers.length).every((fire) => fire === null)).toBe(true);
  });
});
