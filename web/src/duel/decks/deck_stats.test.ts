import { expect, it } from "vitest";
import type { DuelPieces } from "../../contract/duel";
import piecesJson from "../../testing/deck_pieces.json";
import { problemCards } from "./problem_cards";
import { deckStats } from "./deck_stats";

const pieces = piecesJson as DuelPieces;
const vulca = pieces.decks[0]!.deck;

it("counts cards, types, foreign moons and numbers", () => {
  const stats = deckStats(vulca, pieces);
  expect([stats.cards, stats.moons, stats.limits]).toEqual([30, 5, { cards: 30, foreign_moons: 10 }]);
  expect(Object.fromEntries(stats.types)).toEqual({ character: 18, booster: 4, support: 5, leadership: 3 });
  expect(stats.fire.reduce((sum, count) => sum + count)).toBe(22);
});

it("counts nothing as foreign without a leader", () => {
  expect(deckStats({ ...vulca, leader: null }, pieces).moons).toBe(0);
});

it("counts unknown cards, without type or moons", () => {
  const stats = deckStats({ leader: null, inquisitor: null, cards: ["no-such"] }, pieces);
  expect([stats.cards, stats.types.size, stats.moons]).toEqual([1, 0, 0]);
});

it("marks every foreign card with moons when there are too many", () => {
  const problem = {
    code: "too_many_foreign_moons",
    message: "",
    where: "decks[0]",
    detail: { max: 10, given: 12 },
  };
  expect([...problemCards(vulca, [problem], pieces)]).toEqual(["aqua-04", "khind-26", "mimix-06"]);
});

it("marks the cards that a problem names", () => {
  const problem = { code: "duplicate_card", message: "", where: "decks[0]", detail: { cards: ["vulca-01"] } };
  expect([...problemCards(vulca, [problem], pieces)]).toEqual(["vulca-01"]);
});
