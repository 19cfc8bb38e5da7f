import type { DuelFigures, DuelPieces, DuelView } from "../../contract/duel";
import type { DuelAction } from "../../duel/choices";
import type { DuelEvent } from "../../duel/types";
import type { TableView } from "../../table/table_view";
import recorded from "./recorded.json";

export interface Position {
  view: TableView<DuelView, DuelFigures>;
  actions: DuelAction[];
}

const fixtures = recorded as unknown as {
  positions: Record<string, Position>;
  events: Record<string, DuelEvent>;
  cards: DuelPieces["cards"];
};

/** Recorded positions by their legal actions, written by `scripts/record_duel.py`. */
export const positions = fixtures.positions;
/** One real event of each type. */
export const events = fixtures.events;

/** The cards in those positions, and the constants of the game. */
export const pieces: DuelPieces = {
  game: "duel",
  cards: fixtures.cards,
  decks: [],
  limits: { cards: 30, foreign_moons: 10 },
  copies_max: 1,
  start_cards: 6,
  hand_cards: 6,
  declined_cards_max: 3,
  bluff_fire: 2,
  bluff_earth: 2,
  dragons: 3,
  cards_for_two_dragons: 6,
  conceded_crystals: 4,
};

const names = new Map(fixtures.cards.map((card) => [card.id, card.name]));
export const nameOf = (id: string): string => names.get(id) ?? id;
