import { expect, it } from "vitest";
import type { DuelPieces } from "../contract/duel_pieces";
import found from "../testing/deck_pieces.json";
import { faultyCards } from "./faulty_cards";
import { tallyOf } from "./tally";

const pieces = found as DuelPieces;
const vulca = pieces.decks[0]!.deck;

it("counts cards, types, foreign moons and numbers", () => {
  const tally = tallyOf(vulca, pieces);
  expect([tally.cards, tally.moons, tally.limits]).toEqual([30, 5, { cards: 30, foreign_moons: 10 }]);
  expect(Object.fromEntries(tally.types)).toEqual({ character: 18, booster: 4, support: 5, leadership: 3 });
  expect(tally.fire.reduce((sum, count) => sum + count)).toBe(22);
});

it("finds nothing foreign without a leader", () => {
  expect(tallyOf({ ...vulca, leader: null }, pieces).moons).toBe(0);
});

it("counts cards that do not exist, and nothing else about them", () => {
  const tally = tallyOf({ leader: null, inquisitor: null, cards: ["no-such"] }, pieces);
  expect([tally.cards, tally.types.size, tally.moons]).toEqual([1, 0, 0]);
});

it("holds every foreign card with moons at fault when there are too many", () => {
  const fault = {
    code: "too_many_foreign_moons",
    message: "",
    where: "decks[0]",
    detail: { max: 10, given: 12 },
  };
  expect([...faultyCards(vulca, [fault], pieces)]).toEqual(["aqua-04", "khind-26", "mimix-06"]);
});

it("marks the cards that a fault names", () => {
  const fault = { code: "duplicate_card", message: "", where: "decks[0]", detail: { cards: ["vulca-01"] } };
  expect([...faultyCards(vulca, [fault], pieces)]).toEqual(["vulca-01"]);
});
