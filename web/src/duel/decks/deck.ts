import type { DuelDeckList, DuelCard } from "../../contract/duel";

/** A deck built by the player and stored in this browser. The name identifies it. */
export interface Deck extends DuelDeckList {
  name: string;
  /** The leader's people, stored so that lists need no card lookup. */
  people: DuelCard["people"] | null;
}

export const deckList = ({ leader, inquisitor, cards }: DuelDeckList): DuelDeckList => ({
  leader,
  inquisitor,
  cards,
});

/** The slot of a card: leader and inquisitor are single, all others are cards. */
export type DeckSlot = "leader" | "inquisitor" | "cards";

export const slotOf = ({ type }: DuelCard): DeckSlot =>
  type === "leader" || type === "inquisitor" ? type : "cards";

export function contains(deck: DuelDeckList, card: DuelCard): boolean {
  const slot = slotOf(card);
  return slot === "cards" ? deck.cards.includes(card.id) : deck[slot] === card.id;
}

export function withCard(deck: Deck, card: DuelCard): Deck {
  const slot = slotOf(card);
  if (slot === "leader") return { ...deck, leader: card.id, people: card.people };
  if (slot === "inquisitor") return { ...deck, inquisitor: card.id };
  return { ...deck, cards: [...deck.cards, card.id] };
}

/** Remove one copy of a card. Accepts ids of unknown cards. */
export function withoutCard(deck: Deck, id: string): Deck {
  if (deck.leader === id) return { ...deck, leader: null, people: null };
  if (deck.inquisitor === id) return { ...deck, inquisitor: null };
  const index = deck.cards.lastIndexOf(id);
  return index < 0 ? deck : { ...deck, cards: deck.cards.toSpliced(index, 1) };
}

export function toggleCard(deck: Deck, card: DuelCard): Deck {
  return contains(deck, card) ? withoutCard(deck, card.id) : withCard(deck, card);
}

/** Return the name, with the first free number if it is taken. */
export function freeName(requested: string, taken: readonly string[]): string {
  const name = requested.trim();
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name} ${number}`;
    if (!taken.includes(candidate)) return candidate;
  }
}
