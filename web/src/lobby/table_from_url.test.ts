import { describe, expect, it } from "vitest";
import { tablePresetFromUrl } from "./table_from_url";

const GAMES = [{ id: "city" }, { id: "duel" }, { id: "highcard" }];
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
    expect(tablePresetFromUrl(search, GAMES)).toEqual({
      gameId: "duel",
      options: { decks: [{ leader, inquisitor, cards }, "hoax"] },
    });
  });

  it("is used without the deck if it is not stored here", () => {
    expect(tablePresetFromUrl("?game=duel&deck=Nobody", GAMES)).toEqual({ gameId: "duel", options: {} });
  });

  it("can preset a game without a game UI", () => {
    expect(tablePresetFromUrl("?game=highcard", GAMES)).toEqual({ gameId: "highcard", options: {} });
  });

  it("presets nothing without a known game", () => {
    expect(tablePresetFromUrl("", GAMES)).toBeNull();
    expect(tablePresetFromUrl("?game=chess", GAMES)).toBeNull();
  });
});
