import type { DuelDeckList, DuelPieces } from "../../contract/duel";
import { cardsById } from "../card_names";
import type { DeckProblem } from "./deck_check";
import { isForeign } from "./deck_stats";

/** Return the cards that a problem names. */
export function cardsOfProblem({ detail }: DeckProblem): string[] {
  const cards = detail?.cards;
  return Array.isArray(cards) ? cards.filter((card) => typeof card === "string") : [];
}

/** Return the ids of all problem cards. With too many moons these are all foreign cards with moons. */
export function problemCards(
  deck: DuelDeckList,
  problems: readonly DeckProblem[],
  pieces: DuelPieces,
): Set<string> {
  const cards = cardsById(pieces);
  const leader = cards.get(deck.leader ?? "");
  const cardIds = new Set(problems.flatMap(cardsOfProblem));
  if (problems.some(({ code }) => code === "too_many_foreign_moons"))
    for (const id of deck.cards) {
      const card = cards.get(id);
      if (card && isForeign(card, leader) && (card.moons ?? 0) > 0) cardIds.add(id);
    }
  return cardIds;
}
