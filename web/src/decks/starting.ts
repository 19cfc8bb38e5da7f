import type { PresetDeck } from "../contract/duel_pieces";
import { deckList, freeName, type Deck } from "./deck";
import { keepDeck, storedDecks } from "./stored_decks";

/** Keeps a new deck under a name that is free. Returns that name. */
export function keepNew(deck: Deck): string {
  const name = freeName(
    deck.name,
    storedDecks().map((kept) => kept.name),
  );
  keepDeck(name, { ...deck, name });
  return name;
}

export const startedFrom = ({ people, deck }: PresetDeck, name: string): string =>
  keepNew({ name, people, ...deckList(deck) });

export const startedEmpty = (name: string): string =>
  keepNew({ name, people: null, leader: null, inquisitor: null, cards: [] });
