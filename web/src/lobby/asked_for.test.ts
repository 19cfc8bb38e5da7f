import { describe, expect, it } from "vitest";
import { askedFor } from "./asked_for";

const deck = {
  name: "Embers & Ash",
  people: "vulca",
  leader: "vulca-00",
  inquisitor: null,
  cards: ["vulca-01"],
};

describe("what a link to the lobby asks for", () => {
  it("is a table with a deck of one's own", () => {
    localStorage.setItem("bluemoon.decks", JSON.stringify([deck]));
    const { leader, inquisitor, cards } = deck;
    const search = `?${new URLSearchParams({ game: "duel", deck: deck.name })}`;
    expect(askedFor(search)).toEqual({
      kind: "duel",
      options: { decks: [{ leader, inquisitor, cards }, "hoax"] },
    });
  });

  it("leaves out a deck that is not kept here", () => {
    expect(askedFor("?game=duel&deck=Nobody")).toEqual({ kind: "duel", options: {} });
  });

  it("is nothing without a game that there is", () => {
    expect(askedFor("")).toBeNull();
    expect(askedFor("?game=chess")).toBeNull();
  });
});
