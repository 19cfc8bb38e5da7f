import type { BroughtDeck } from "../game_ui/game_ui";
import type { Deck } from "./deck_choice";

/** What a player brings to the table, in wire format. */
export const bringing = (deck: Deck): BroughtDeck => ({ decks: [deck] });

/** The first of the decks that a player brings. */
export const broughtDeck = (brought: BroughtDeck | null): Deck | null =>
  brought === null ? null : ((brought.decks as Deck[] | undefined)?.[0] ?? null);
