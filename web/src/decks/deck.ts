import type { DeckList, DuelCard } from "../contract/duel_pieces";

/** A deck of one's own, as it is kept in this browser. Its name is what it is known by. */
export interface Deck extends DeckList {
  name: string;
  /** The people it is of, as its leader says; kept so that a list of decks needs no cards to be looked up. */
  people: DuelCard["people"] | null;
}

export const deckList = ({ leader, inquisitor, cards }: DeckList): DeckList => ({
  leader,
  inquisitor,
  cards,
});

/** Where a card goes: leaders and inquisitors lie apart, each place takes one. */
export type Place = "leader" | "inquisitor" | "cards";

export const placeOf = ({ type }: DuelCard): Place =>
  type === "leader" || type === "inquisitor" ? type : "cards";

export function holds(deck: DeckList, card: DuelCard): boolean {
  const place = placeOf(card);
  return place === "cards" ? deck.cards.includes(card.id) : deck[place] === card.id;
}

export function withCard(deck: Deck, card: DuelCard): Deck {
  const place = placeOf(card);
  if (place === "leader") return { ...deck, leader: card.id, people: card.people };
  if (place === "inquisitor") return { ...deck, inquisitor: card.id };
  return { ...deck, cards: [...deck.cards, card.id] };
}

/** Without one copy of the card. An id that no card has can be taken out as well. */
export function withoutCard(deck: Deck, id: string): Deck {
  if (deck.leader === id) return { ...deck, leader: null, people: null };
  if (deck.inquisitor === id) return { ...deck, inquisitor: null };
  const at = deck.cards.lastIndexOf(id);
  return at < 0 ? deck : { ...deck, cards: deck.cards.toSpliced(at, 1) };
}

export function toggled(deck: Deck, card: DuelCard): Deck {
  return holds(deck, card) ? withoutCard(deck, card.id) : withCard(deck, card);
}

/** The name itself, or with the first number that makes it another's name no more. */
export function freeName(wished: string, taken: readonly string[]): string {
  const name = wished.trim();
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name} ${number}`;
    if (!taken.includes(candidate)) return candidate;
  }
}
