import { describe, expect, it } from "vitest";
import type { DuelPieces } from "../../contract/duel";
import pieces from "../../testing/deck_pieces.json";
import { freeName, toggleCard, withCard, withoutCard, type Deck } from "./deck";
import { cardsById } from "../card_names";

const cards = cardsById(pieces as DuelPieces);
const card = (id: string) => cards.get(id)!;
const empty: Deck = { name: "Mine", people: null, leader: null, inquisitor: null, cards: [] };

describe("a deck", () => {
  it("keeps leaders and inquisitors apart from the cards", () => {
    const deck = ["vulca-00", "inq-412", "vulca-01"].map(card).reduce(withCard, empty);
    expect(deck).toEqual({
      name: "Mine",
      people: "vulca",
      leader: "vulca-00",
      inquisitor: "inq-412",
      cards: ["vulca-01"],
    });
  });

  it("has one leader: another replaces it and sets the people", () => {
    const deck = ["vulca-00", "flit-00"].map(card).reduce(withCard, empty);
    expect([deck.leader, deck.people, deck.cards]).toEqual(["flit-00", "flit", []]);
  });

  it("loses one copy per removal, and loses unknown cards, too", () => {
    const deck = { ...empty, cards: ["vulca-01", "vulca-01", "no-such"] };
    expect(withoutCard(deck, "vulca-01").cards).toEqual(["vulca-01", "no-such"]);
    expect(withoutCard(deck, "no-such").cards).toEqual(["vulca-01", "vulca-01"]);
  });

  it("is unchanged after adding and removing a card", () => {
    expect(toggleCard(toggleCard(empty, card("vulca-01")), card("vulca-01"))).toEqual(empty);
  });
});

it("a taken name gets a number", () => {
  expect(freeName("Mine", [])).toBe("Mine");
  expect(freeName("Mine", ["Mine", "Mine 2"])).toBe("Mine 3");
});
