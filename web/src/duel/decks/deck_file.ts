import type { DuelDeckList, DuelPieces } from "../../contract/duel";
import { cardsById } from "../card_names";
import { deckList, type Deck } from "./deck";

/** The limit of `bluemoon deck check`. */
const DECK_BYTES_MAX = 1 << 16;

/**
 * The format of `bluemoon deck check FILE`. It allows no other fields, so the file name carries the deck's
 * name.
 */
export const fileText = (deck: DuelDeckList): string => `${JSON.stringify(deckList(deck), null, 2)}\n`;

/** Letters and digits of any language; other characters may be special in file systems. */
export const fileName = (deck: Deck): string =>
  `${deck.name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "deck"}.json`;

/** Download the deck as a file. */
export function download(deck: Deck): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([fileText(deck)], { type: "application/json" }));
  link.download = fileName(deck);
  link.click();
  URL.revokeObjectURL(link.href);
}

export class NotADeckError extends Error {
  constructor(readonly reason: "tooLarge" | "notJson" | "noCards" | "badField") {
    super(reason);
  }
}

/** Parse a deck file. The deck need not be legal. Throws NotADeckError. */
export function parseDeckFile(text: string, name: string, pieces: DuelPieces): Deck {
  if (text.length > DECK_BYTES_MAX) throw new NotADeckError("tooLarge");
  const parsed = parseObject(text);
  const { leader = null, inquisitor = null, cards } = parsed;
  if (!Array.isArray(cards)) throw new NotADeckError("noCards");
  const isId = (value: unknown): value is string => typeof value === "string";
  const isIdOrNull = (value: unknown): value is string | null => value === null || isId(value);
  if (!cards.every(isId) || !isIdOrNull(leader) || !isIdOrNull(inquisitor))
    throw new NotADeckError("badField");
  const people = cardsById(pieces).get(leader ?? "")?.people ?? null;
  return {
    name: isId(parsed.name) && parsed.name.trim() ? parsed.name : name,
    people,
    leader,
    inquisitor,
    cards,
  };
}

function parseObject(text: string): Partial<Record<keyof Deck, unknown>> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new NotADeckError("notJson");
  }
  if (typeof parsed !== "object" || parsed === null) throw new NotADeckError("noCards");
  return parsed;
}
