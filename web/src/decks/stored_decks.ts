import { useSyncExternalStore } from "react";
import type { Deck } from "./deck";

export const PLACE = "bluemoon.decks";
const listeners = new Set<() => void>();
const NONE: readonly Deck[] = [];
let seen: { text: string | null; decks: readonly Deck[] } = { text: null, decks: NONE };

/** The decks this browser keeps. The same array as long as nothing has changed. */
export function storedDecks(): readonly Deck[] {
  const text = localStorage.getItem(PLACE);
  if (text !== seen.text) seen = { text, decks: parsed(text) };
  return seen.decks;
}

function parsed(text: string | null): readonly Deck[] {
  try {
    const kept: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(kept) ? kept.filter(isDeck) : NONE;
  } catch {
    return NONE;
  }
}

/** What others have written here, by hand or by an older page, must not break this one. */
function isDeck(kept: unknown): kept is Deck {
  if (typeof kept !== "object" || kept === null) return false;
  const { name, cards } = kept as Partial<Deck>;
  return typeof name === "string" && Array.isArray(cards) && cards.every((card) => typeof card === "string");
}

export function keepDecks(decks: readonly Deck[]): void {
  localStorage.setItem(PLACE, JSON.stringify(decks));
  for (const listener of listeners) listener();
}

/** In the place of the deck of that name; at the front if there is none. */
export function keepDeck(name: string, deck: Deck): void {
  const decks = storedDecks();
  const known = decks.some((kept) => kept.name === name);
  keepDecks(known ? decks.map((kept) => (kept.name === name ? deck : kept)) : [deck, ...decks]);
}

export function dropDeck(name: string): void {
  keepDecks(storedDecks().filter((kept) => kept.name !== name));
}

/** The decks as they are now, in this tab or changed by another. */
export function useStoredDecks(): readonly Deck[] {
  return useSyncExternalStore((listener) => {
    const changedElsewhere = (event: StorageEvent) => event.key === PLACE && listener();
    listeners.add(listener);
    addEventListener("storage", changedElsewhere);
    return () => {
      listeners.delete(listener);
      removeEventListener("storage", changedElsewhere);
    };
  }, storedDecks);
}
