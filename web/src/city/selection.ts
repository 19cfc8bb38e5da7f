import { useState } from "react";
import { containsAll, type Legal, type Payment } from "./legal";
import type { Card, Tile } from "./types";

/** What the player has selected but not sent. */
export type Selection =
  | { type: "nothing" }
  | { type: "tile"; tile: Tile }
  | { type: "card"; card: Card; tile: Tile | null }
  | { type: "box"; tile: Tile; box: number; requiredCards: readonly Card[]; payment: Payment }
  | { type: "swap"; cards: readonly Card[] };

export const NO_SELECTION: Selection = { type: "nothing" };

/** Undo one selection step, for Escape and the Back button. */
export function stepBack(selection: Selection): Selection {
  if (selection.type === "box") return { type: "tile", tile: selection.tile };
  if (selection.type === "card" && selection.tile) return { ...selection, tile: null };
  return NO_SELECTION;
}

/** Drop the parts of a selection that are no longer possible. */
export function validSelection(selection: Selection, legal: Legal, hand: readonly Card[]): Selection {
  if (selection.type === "card") {
    if (!hand.includes(selection.card))
      return selection.tile ? { type: "tile", tile: selection.tile } : NO_SELECTION;
    if (selection.tile && legal.movesTo(selection.tile, selection.card).length === 0)
      return { ...selection, tile: null };
  }
  if (selection.type === "box") {
    const payments = legal.payments(selection.box);
    if (payments.length === 0) return { type: "tile", tile: selection.tile };
    if (!payments.some((payment) => isSamePayment(payment, selection.payment)))
      return { ...selection, requiredCards: [], payment: payments[0]! };
  }
  if (selection.type === "swap" && !legal.find("discard")) return NO_SELECTION;
  return selection;
}

export const isSamePayment = (a: Payment, b: Payment): boolean =>
  a.box === b.box &&
  a.colour === b.colour &&
  a.cards.length === b.cards.length &&
  containsAll(a.cards, b.cards);

/** Select a box with its first legal payment. */
export function selectBox(
  legal: Legal,
  tile: Tile,
  box: number,
  requiredCards: readonly Card[] = [],
): Selection {
  const payment = legal.payments(box, requiredCards)[0] ?? legal.payments(box)[0];
  return payment ? { type: "box", tile, box, requiredCards, payment } : { type: "tile", tile };
}

/** Add or remove a card that the payment must use. Ignored if no payment matches. */
export function toggleRequiredCard(
  selection: Selection & { type: "box" },
  card: Card,
  legal: Legal,
): Selection {
  const at = selection.requiredCards.indexOf(card);
  const requiredCards =
    at < 0 ? [...selection.requiredCards, card] : selection.requiredCards.filter((_, index) => index !== at);
  const payments = legal.payments(selection.box, requiredCards);
  const payment = payments.find((candidate) => isSamePayment(candidate, selection.payment)) ?? payments[0];
  return payment ? { ...selection, requiredCards, payment } : selection;
}

/** Mark or unmark a card for discarding, up to `maxMarked` cards. */
export function toggleDiscard(
  selection: Selection & { type: "swap" },
  card: Card,
  hand: readonly Card[],
  maxMarked: number,
): Selection {
  const markedCount = selection.cards.filter((other) => other === card).length;
  const heldCount = hand.filter((other) => other === card).length;
  if (markedCount < heldCount && selection.cards.length < maxMarked)
    return { ...selection, cards: [...selection.cards, card] };
  return { ...selection, cards: selection.cards.filter((other) => other !== card) };
}

export function useSelection(
  legal: Legal,
  hand: readonly Card[],
): [Selection, (selection: Selection) => void] {
  const [selection, setSelection] = useState<Selection>(NO_SELECTION);
  return [validSelection(selection, legal, hand), setSelection];
}
