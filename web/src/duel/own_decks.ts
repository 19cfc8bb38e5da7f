/** A deck as the deck builder keeps it in this browser. */
export interface OwnDeck {
  name: string;
  people: string;
  leader: string | null;
  inquisitor: string | null;
  cards: string[];
}

const PLACE = "bluemoon.decks";

const isOwnDeck = (found: unknown): found is OwnDeck =>
  typeof found === "object" && found !== null && "name" in found && "leader" in found && "cards" in found;

/** What was built here; whatever else lies in that place is left alone. */
export function ownDecks(): OwnDeck[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(found) ? found.filter(isOwnDeck) : [];
  } catch {
    return [];
  }
}
