import type { DeckList, DuelPieces } from "../contract/duel_pieces";
import { cardsById } from "../duel/card_names";
import { deckList, type Deck } from "./deck";

/** As much as `bluemoon deck check` reads. */
const DECK_BYTES_MAX = 1 << 16;

/** What `bluemoon deck check FILE` reads. It takes no other fields, so the name is the file's. */
export const fileText = (deck: DeckList): string => `${JSON.stringify(deckList(deck), null, 2)}\n`;

/** Letters and digits of any language; the rest might mean something to a file system. */
export const fileName = (deck: Deck): string =>
  `${deck.name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "deck"}.json`;

/** Hands the deck to the browser as a file. */
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

/** A deck from a file; it need not be a legal one, the check says what is wrong. Throws NotADeckError. */
export function deckIn(text: string, name: string, pieces: DuelPieces): Deck {
  if (text.length > DECK_BYTES_MAX) throw new NotADeckError("tooLarge");
  const found = asObject(text);
  const { leader = null, inquisitor = null, cards } = found;
  if (!Array.isArray(cards)) throw new NotADeckError("noCards");
  const isId = (value: unknown): value is string => typeof value === "string";
  const isIdOrNull = (value: unknown): value is string | null => value === null || isId(value);
  if (!cards.every(isId) || !isIdOrNull(leader) || !isIdOrNull(inquisitor))
    throw new NotADeckError("badField");
  const people = cardsById(pieces).get(leader ?? "")?.people ?? null;
  return {
    name: isId(found.name) && found.name.trim() ? found.name : name,
    people,
    leader,
    inquisitor,
    cards,
  };
}

function asObject(text: string): Partial<Record<keyof Deck, unknown>> {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw new NotADeckError("notJson");
  }
  if (typeof found !== "object" || found === null) throw new NotADeckError("noCards");
  return found;
}
