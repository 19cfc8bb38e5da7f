import { useState } from "react";
import { holds, type Legal, type Payment } from "./legal";
import type { Card, Tile } from "./wire";

/** What was pointed at and not yet sent. */
export type Choice =
  | { of: "nothing" }
  | { of: "tile"; tile: Tile }
  | { of: "card"; card: Card; tile: Tile | null }
  | { of: "box"; tile: Tile; box: number; wanted: readonly Card[]; payment: Payment }
  | { of: "swap"; cards: readonly Card[] };

export const NOTHING: Choice = { of: "nothing" };

/** One choice back: Escape and the Back button. */
export function back(choice: Choice): Choice {
  if (choice.of === "box") return { of: "tile", tile: choice.tile };
  if (choice.of === "card" && choice.tile) return { ...choice, tile: null };
  return NOTHING;
}

/** The game may have gone on under a choice: what no longer is possible is given up, the rest stays. */
export function stillPossible(choice: Choice, legal: Legal, hand: readonly Card[]): Choice {
  if (choice.of === "card") {
    if (!hand.includes(choice.card)) return choice.tile ? { of: "tile", tile: choice.tile } : NOTHING;
    if (choice.tile && legal.movesTo(choice.tile, choice.card).length === 0) return { ...choice, tile: null };
  }
  if (choice.of === "box") {
    const payments = legal.payments(choice.box);
    if (payments.length === 0) return { of: "tile", tile: choice.tile };
    if (!payments.some((payment) => samePayment(payment, choice.payment)))
      return { ...choice, wanted: [], payment: payments[0]! };
  }
  if (choice.of === "swap" && !legal.find("discard")) return NOTHING;
  return choice;
}

export const samePayment = (one: Payment, other: Payment): boolean =>
  one.box === other.box &&
  one.colour === other.colour &&
  one.cards.length === other.cards.length &&
  holds(one.cards, other.cards);

/** A box, with the first payment of the list chosen already. */
export function chooseBox(legal: Legal, tile: Tile, box: number, wanted: readonly Card[] = []): Choice {
  const payment = legal.payments(box, wanted)[0] ?? legal.payments(box)[0];
  return payment ? { of: "box", tile, box, wanted, payment } : { of: "tile", tile };
}

/** A card is wanted in the payment, or no longer; a wish that no payment fulfils is not taken up. */
export function wish(choice: Choice & { of: "box" }, card: Card, legal: Legal): Choice {
  const at = choice.wanted.indexOf(card);
  const wanted = at < 0 ? [...choice.wanted, card] : choice.wanted.filter((_, index) => index !== at);
  const payments = legal.payments(choice.box, wanted);
  const payment = payments.find((one) => samePayment(one, choice.payment)) ?? payments[0];
  return payment ? { ...choice, wanted, payment } : choice;
}

/** A card is marked for discarding, or no longer; `most` may be marked. */
export function mark(
  choice: Choice & { of: "swap" },
  card: Card,
  hand: readonly Card[],
  most: number,
): Choice {
  const marked = choice.cards.filter((one) => one === card).length;
  const held = hand.filter((one) => one === card).length;
  if (marked < held && choice.cards.length < most) return { ...choice, cards: [...choice.cards, card] };
  return { ...choice, cards: choice.cards.filter((one) => one !== card) };
}

export function useChoice(legal: Legal, hand: readonly Card[]): [Choice, (choice: Choice) => void] {
  const [choice, choose] = useState<Choice>(NOTHING);
  return [stillPossible(choice, legal, hand), choose];
}
