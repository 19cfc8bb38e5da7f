import { describe, expect, it } from "vitest";
import type { DuelPieces } from "../contract/duel_pieces";
import pieces from "../testing/deck_pieces.json";
import { freeName, toggled, withCard, withoutCard, type Deck } from "./deck";
import { cardsById } from "../duel/card_names";

const known = cardsById(pieces as DuelPieces);
const card = (id: string) => known.get(id)!;
const empty: Deck = { name: "Mine", people: null, leader: null, inquisitor: null, cards: [] };

describe("a deck", () => {
  it("puts leaders and inquisitors apart from the cards", () => {
    const deck = ["vulca-00", "inq-412", "vulca-01"].map(card).reduce(withCard, empty);
    expect(deck).toEqual({
      name: "Mine",
      people: "vulca",
      leader: "vulca-00",
      inquisitor: "inq-412",
      cards: ["vulca-01"],
    });
  });

  it("has one leader: another takes its place, and its people", () => {
    const deck = ["vulca-00", "flit-00"].map(card).reduce(withCard, empty);
    expect([deck.leader, deck.people, deck.cards]).toEqual(["flit-00", "flit", []]);
  });

  it("loses one copy at a time, and cards that do not exist as well", () => {
    const deck = { ...empty, cards: ["vulca-01", "vulca-01", "no-such"] };
    expect(withoutCard(deck, "vulca-01").cards).toEqual(["vulca-01", "no-such"]);
    expect(withoutCard(deck, "no-such").cards).toEqual(["vulca-01", "vulca-01"]);
  });

  it("is as before after a card was put in and out", () => {
    expect(toggled(toggled(empty, card("vulca-01")), card("vulca-01"))).toEqual(empty);
  });
});

it("a name that is taken gets a number", () => {
  expect(freeName("Mine", [])).toBe("Mine");
  expect(freeName("Mine", ["Mine", "Mine 2"])).toBe("Mine 3");
});
