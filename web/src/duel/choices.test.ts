import { describe, expect, it } from "vitest";
import type { Decision } from "../contract/duel";
import { positions } from "../testing/duel/positions";
import { choicesOf, type DuelAction } from "./choices";

const combinations = (cards: string[], size: number): string[][] =>
  size === 0
    ? [[]]
    : cards.flatMap((card, at) => combinations(cards.slice(at + 1), size - 1).map((rest) => [card, ...rest]));

const chooseActions = (sets: string[][]): DuelAction[] =>
  sets.map((cards) => ({ type: "choose_cards", cards }));

const decisionOf = (cards: string[], least: number, most: number): Decision => ({
  by: 0,
  kind: "choose_cards",
  reason: "vulca-29",
  owner: 0,
  whose: 0,
  cards: [],
  hidden: { cards },
  options: [],
  subject: null,
  least,
  most,
  rest: [],
});

describe("choices", () => {
  it("contain every legal action", () => {
    for (const { view, actions } of Object.values(positions)) {
      if (view.viewer === "spectator") continue;
      const { byCard, plain, cardChoices } = choicesOf(actions, view.viewer, view.table.play!.decision);
      const listedCount = [...byCard.values()].flat().length + plain.length;
      const listed = actions.filter((action) => {
        const cards = "exchange" in action ? action.exchange.cards : "cards" in action ? action.cards : null;
        return cards !== null && cardChoices.some((cardChoice) => cardChoice.allows(cards));
      });
      expect(listedCount + listed.length).toBe(actions.length);
    }
  });

  it("allow only listed sets of cards", () => {
    const [cardChoice] = choicesOf(
      chooseActions([[], ["a", "b"]]),
      0,
      decisionOf(["a", "b", "c"], 0, 3),
    ).cardChoices;
    expect(cardChoice!.allows([])).toBe(true);
    expect(cardChoice!.allows(["b", "a"])).toBe(true);
    expect(cardChoice!.allows(["a", "c"])).toBe(false);
  });

  it("allow sizes omitted from a long list", () => {
    const cards = [..."abcdefghi"];
    const sets = [...combinations(cards, 0), ...combinations(cards, 1), ...combinations(cards, 9)];
    const [cardChoice] = choicesOf(chooseActions(sets), 0, decisionOf(cards, 0, 9)).cardChoices;
    expect(cardChoice!.allows(["a", "c", "e", "g"])).toBe(true);
    expect(cardChoice!.actionFor(["a", "c"])).toEqual({ type: "choose_cards", cards: ["a", "c"] });
  });
});
