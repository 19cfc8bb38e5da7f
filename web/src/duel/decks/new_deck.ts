import type { PresetDeck } from "../../contract/duel";
import { deckList, freeName, type Deck } from "./deck";
import { saveDeck, storedDecks } from "./stored_decks";

/** Save a new deck under a free name and return that name. */
export function saveNewDeck(deck: Deck): string {
  const name = freeName(
    deck.name,
    storedDecks().map((stored) => stored.name),
  );
  saveDeck(name, { ...deck, name });
  return name;
}

export const createFromPreset = ({ people, deck }: PresetDeck, name: string): string =>
  saveNewDeck({ name, people, ...deckList(deck) });

export const createEmptyDeck = (name: string): string =>
  saveNewDeck({ name, people: null, leader: null, inquisitor: null, cards: [] });
