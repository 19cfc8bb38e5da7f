import type { DeckLimits, DeckList, DuelCard, DuelPieces } from "../contract/duel_pieces";
import { cardsById } from "../duel/card_names";

/** What a deck is made of, counted. Whether it is a legal one is not said here: the gateway knows. */
export interface Tally {
  cards: number;
  /** Moons on cards that are not of the leader's people. */
  moons: number;
  limits: DeckLimits;
  types: ReadonlyMap<DuelCard["type"], number>;
  /** How many cards show each number, from 0 to the highest that any card of the game shows. */
  fire: number[];
  earth: number[];
}

export function tallyOf(deck: DeckList, pieces: DuelPieces): Tally {
  const known = cardsById(pieces);
  const leader = known.get(deck.leader ?? "");
  const cards = deck.cards.flatMap((id) => known.get(id) ?? []);
  const types = new Map<DuelCard["type"], number>();
  for (const { type } of cards) types.set(type, (types.get(type) ?? 0) + 1);
  return {
    cards: deck.cards.length,
    moons: cards
      .filter((card) => isForeign(card, leader))
      .reduce((moons, card) => moons + (card.moons ?? 0), 0),
    limits: leader?.limits ?? pieces.limits,
    types,
    fire: curve(cards, "fire", pieces),
    earth: curve(cards, "earth", pieces),
  };
}

/** Does this card's moons count against the limit? Without a leader nothing is foreign. */
export const isForeign = (card: DuelCard, leader: DuelCard | undefined): boolean =>
  leader !== undefined && card.people !== leader.people;

function curve(cards: readonly DuelCard[], element: "fire" | "earth", pieces: DuelPieces): number[] {
  const highest = Math.max(...pieces.cards.map((card) => card[element] ?? 0));
  const counts = new Array<number>(highest + 1).fill(0);
  for (const card of cards) {
    const value = card[element];
    if (value !== null) counts[value]! += 1;
  }
  return counts;
}
