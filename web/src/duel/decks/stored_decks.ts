import { useSyncExternalStore } from "react";
import type { Deck } from "./deck";

export const STORAGE_KEY = "bluemoon.decks";
const listeners = new Set<() => void>();
const NO_DECKS: readonly Deck[] = [];
let cache: { text: string | null; decks: readonly Deck[] } = { text: null, decks: NO_DECKS };

/** Return the decks stored in this browser. The array is the same until a change. */
export function storedDecks(): readonly Deck[] {
  const text = localStorage.getItem(STORAGE_KEY);
  if (text !== cache.text) cache = { text, decks: parseDecks(text) };
  return cache.decks;
}

function parseDecks(text: string | null): readonly Deck[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value) ? value.filter(isDeck) : NO_DECKS;
  } catch {
    return NO_DECKS;
  }
}

/** Local storage may hold data of older versions or edited by hand. */
function isDeck(value: unknown): value is Deck {
  if (typeof value !== "object" || value === null) return false;
  const { name, cards } = value as Partial<Deck>;
  return typeof name === "string" && Array.isArray(cards) && cards.every((card) => typeof card === "string");
}

export function saveDecks(decks: readonly Deck[]): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify(decks));
  for (const listener of listeners) listener();
}

/** Replace the deck of that name, or add it at the front. */
export function saveDeck(name: string, deck: Deck): void {
  const decks = storedDecks();
  const exists = decks.some((stored) => stored.name === name);
  saveDecks(exists ? decks.map((stored) => (stored.name === name ? deck : stored)) : [deck, ...decks]);
}

export function deleteDeck(name: string): void {
  saveDecks(storedDecks().filter((stored) => stored.name !== name));
}

/** The stored decks, updated by changes in any tab. */
export function useStoredDecks(): readonly Deck[] {
  return useSyncExternalStore((listener) => {
    const changedElsewhere = (event: StorageEvent) => event.key === STORAGE_KEY && listener();
    listeners.add(listener);
    addEventListener("storage", changedElsewhere);
    return () => {
      listeners.delete(listener);
      removeEventListener("storage", changedElsewhere);
    };
  }, storedDecks);
}
