import { ownDecks } from "../duel/own_decks";
import { isGameKind, type GameKind } from "../faces/face";

/** A table that somebody is about to open, as far as it is decided. */
export interface Asked {
  kind: GameKind;
  options: Record<string, unknown>;
}

/** Whom a deck of one's own meets unless something else is chosen: the other deck of the usual two. */
const OTHER_DECK = "hoax";

/**
 * What a link to the lobby asks for: `?game=duel&deck=NAME` is a table of the card game with a deck of
 * one's own, `?game=city` one of that game. A deck that this browser doesn't keep is left out.
 */
export function askedFor(search: string): Asked | null {
  const asked = new URLSearchParams(search);
  const kind = asked.get("game") ?? "";
  if (!isGameKind(kind)) return null;
  const deck = kind === "duel" ? ownDecks().find(({ name }) => name === asked.get("deck")) : undefined;
  if (!deck) return { kind, options: {} };
  const { leader, inquisitor, cards } = deck;
  return { kind, options: { decks: [{ leader, inquisitor, cards }, OTHER_DECK] } };
}
