/** A deck stored by the deck builder. */
export interface OwnDeck {
  name: string;
  people: string;
  leader: string | null;
  inquisitor: string | null;
  cards: string[];
}

const STORAGE_KEY = "bluemoon.decks";

const isOwnDeck = (stored: unknown): stored is OwnDeck =>
  typeof stored === "object" &&
  stored !== null &&
  "name" in stored &&
  "leader" in stored &&
  "cards" in stored;

/** Return stored decks, ignoring anything else under that key. */
export function ownDecks(): OwnDeck[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isOwnDeck) : [];
  } catch {
    return [];
  }
}
