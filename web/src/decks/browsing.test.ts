import { describe, expect, it } from "vitest";
import type { DuelCard } from "../contract/duel_pieces";
import pieces from "../testing/deck_pieces.json";
import { found, NO_WISHES, type Wishes } from "./browsing";

const cards = pieces.cards as DuelCard[];
const reader = {
  language: "de",
  nameOf: (card: DuelCard) => card.name_de,
  wordsOf: (card: DuelCard) => [card.name, card.name_de, card.people, card.type, card.text].join(" "),
};
const ids = (wishes: Partial<Wishes>, first: DuelCard["people"] | null = null) =>
  found(cards, { ...NO_WISHES, ...wishes }, reader, first).map(({ id }) => id);

describe("browsing", () => {
  it("shows every card when nothing is asked for", () => {
    expect(ids({})).toHaveLength(cards.length);
  });

  it("finds all words in any order, without minding case and accents", () => {
    expect(ids({ words: "ERZAHLERIN hoax" })).toEqual(["hoax-11"]);
    expect(ids({ words: "storyteller khind" })).toEqual([]);
  });

  it("narrows by several wishes at once", () => {
    expect(ids({ peoples: new Set(["hoax", "flit"]), type: "character" })).toEqual([
      "hoax-11",
      "hoax-12",
      "flit-01",
      "flit-02",
    ]);
    expect(ids({ number: 1 })).toEqual(["vulca-01", "flit-01"]);
    expect(ids({ moons: 4 }).every((id) => cards.find((card) => card.id === id)!.moons === 4)).toBe(true);
  });

  it("leaves out what is only partly known when asked to", () => {
    expect(ids({ peoples: new Set(["tutu"]) })).toEqual(["tutu-pampam"]);
    expect(ids({ peoples: new Set(["tutu"]), knownOnly: true })).toEqual([]);
  });

  it("puts the leader's people first", () => {
    expect(ids({}, "khind").slice(0, 3)).toEqual(["khind-26", "khind-28", "hoax-11"]);
  });

  it("sorts numbers from the highest, cards without one last", () => {
    const fires = found(cards, { ...NO_WISHES, sort: "fire" }, reader, null).map(({ fire }) => fire);
    const numbers = fires.filter((fire) => fire !== null);
    expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
    expect(fires.slice(numbers.length).every((fire) => fire === null)).toBe(true);
  });
});
