import { describe, expect, it } from "vitest";
import { tablePresetFromUrl } from "./table_from_url";

const deck = {
  name: "Embers & Ash",
  people: "vulca",
  leader: "vulca-00",
  inquisitor: null,
  cards: ["vulca-01"],
};

describe("a lobby URL", () => {
  it("can preset a table with an own deck", () => {
    localStorage.setItem("bluemoon.decks", JSON.stringify([deck]));
    const { leader, inquisitor, cards } = deck;
    const search = `?${new URLSearchParams({ game: "duel", deck: deck.name })}`;
    expect(tablePresetFromUrl(search)).toEqual({
      gameId: "duel",
      options: { decks: [{ leader, inquisitor, cards }, "hoax"] },
    });
  });

  it("is used without the deck if it is not stored here", () => {
    expect(tablePresetFromUrl("?game=duel&deck=Nobody")).toEqual({ gameId: "duel", options: {} });
  });

  it("presets nothing without a known game", () => {
    expect(tablePresetFromUrl("")).toBeNull();
    expect(tablePresetFromUrl("?game=chess")).toBeNull();
  });
});
