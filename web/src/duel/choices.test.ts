import { describe, expect, it } from "vitest";
import type { Decision } from "../contract/duel_view";
import { positions } from "../testing/duel/positions";
import { choicesOf, type DuelAction } from "./choices";

const combinations = (cards: string[], size: number): string[][] =>
  size === 0
    ? [[]]
    : cards.flatMap((card, at) => combinations(cards.slice(at + 1), size - 1).map((rest) => [card, ...rest]));

const choose = (sets: string[][]): DuelAction[] => sets.map((cards) => ({ type: "choose_cards", cards }));

const asked = (cards: string[], least: number, most: number): Decision => ({
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

describe("sorting what may be done", () => {
  it("loses nothing that the list has", () => {
    for (const { seen, actions } of Object.values(positions)) {
      if (seen.viewer === "spectator") continue;
      const { byCard, plain, families } = choicesOf(actions, seen.viewer, seen.table.play!.decision);
      const found = [...byCard.values()].flat().length + plain.length;
      const listed = actions.filter((action) => {
        const cards = "exchange" in action ? action.exchange.cards : "cards" in action ? action.cards : null;
        return cards !== null && families.some((family) => family.allows(cards));
      });
      expect(found + listed.length).toBe(actions.length);
    }
  });

  it("allows only the sets of cards that are listed", () => {
    const [family] = choicesOf(choose([[], ["a", "b"]]), 0, asked(["a", "b", "c"], 0, 3)).families;
    expect(family!.allows([])).toBe(true);
    expect(family!.allows(["b", "a"])).toBe(true);
    expect(family!.allows(["a", "c"])).toBe(false);
  });

  it("allows the sizes between when the server left them out of a long list", () => {
    const cards = [..."abcdefghi"];
    const sets = [...combinations(cards, 0), ...combinations(cards, 1), ...combinations(cards, 9)];
    const [family] = choicesOf(choose(sets), 0, asked(cards, 0, 9)).families;
    expect(family!.allows(["a", "c", "e", "g"])).toBe(true);
    expect(family!.actionFor(["a", "c"])).toEqual({ type: "choose_cards", cards: ["a", "c"] });
  });
});
