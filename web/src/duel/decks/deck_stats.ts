import type { DeckLimits, DuelDeckList, DuelCard, DuelPieces } from "../../contract/duel";
import { cardsById } from "../card_names";

/** Statistics of a deck. The gateway decides whether it is legal. */
export interface DeckStats {
  cards: number;
  /** Moons on cards of other peoples than the leader's. */
  moons: number;
  limits: DeckLimits;
  types: ReadonlyMap<DuelCard["type"], number>;
  /** Number of cards by value, from 0 to the highest value of any card. */
  fire: number[];
  earth: number[];
}

export function deckStats(deck: DuelDeckList, pieces: DuelPieces): DeckStats {
  const cardIndex = cardsById(pieces);
  const leader = cardIndex.get(deck.leader ?? "");
  const cards = deck.cards.flatMap((id) => cardIndex.get(id) ?? []);
  const types = new Map<DuelCard["type"], number>();
  for (const { type } of cards) types.set(type, (types.get(type) ?? 0) + 1);
  return {
    cards: deck.cards.length,
    moons: cards
      .filter((card) => isForeign(card, leader))
      .reduce((moons, card) => moons + (card.moons ?? 0), 0),
    limits: added(
      leader?.limits ?? pieces.limits,
      cardIndex.get(deck.inquisitor ?? "")?.extra_limits ?? null,
    ),
    types,
    fire: countByValue(cards, "fire", pieces),
    earth: countByValue(cards, "earth", pieces),
  };
}

/** The limits of a leader with what an inquisitor adds to them. */
const added = (limits: DeckLimits, extra: DeckLimits | null): DeckLimits =>
  extra === null
    ? limits
    : { cards: limits.cards + extra.cards, foreign_moons: limits.foreign_moons + extra.foreign_moons };

/** Whether the card's moons count against the limit. Without a leader no card is foreign. */
export const isForeign = (card: DuelCard, leader: DuelCard | undefined): boolean =>
  leader !== undefined && card.people !== leader.people;

function countByValue(cards: readonly DuelCard[], element: "fire" | "earth", pieces: DuelPieces): number[] {
  const highest = Math.max(...pieces.cards.map((card) => card[element] ?? 0));
  const counts = new Array<number>(highest + 1).fill(0);
  for (const card of cards) {
    const value = card[element];
    if (value !== null) counts[value]! += 1;
  }
  return counts;
}
