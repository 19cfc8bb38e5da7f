import type { DeckList, DuelPieces } from "../contract/duel_pieces";
import { cardsById } from "../duel/card_names";
import type { Fault } from "./checking";
import { isForeign } from "./tally";

/** The cards that a fault names. */
export function cardsOf({ detail }: Fault): string[] {
  const cards = detail?.cards;
  return Array.isArray(cards) ? cards.filter((card) => typeof card === "string") : [];
}

/** The ids of all cards at fault. Too many moons are the fault of every foreign card that shows any. */
export function faultyCards(deck: DeckList, faults: readonly Fault[], pieces: DuelPieces): Set<string> {
  const known = cardsById(pieces);
  const leader = known.get(deck.leader ?? "");
  const faulty = new Set(faults.flatMap(cardsOf));
  if (faults.some(({ code }) => code === "too_many_foreign_moons"))
    for (const id of deck.cards) {
      const card = known.get(id);
      if (card && isForeign(card, leader) && (card.moons ?? 0) > 0) faulty.add(id);
    }
  return faulty;
}
