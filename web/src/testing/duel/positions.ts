import type { DuelFigures } from "../../contract/duel_figures";
import type { DuelPieces } from "../../contract/duel_pieces";
import type { DuelView } from "../../contract/duel_view";
import type { DuelAction } from "../../duel/choices";
import type { DuelEvent } from "../../duel/news";
import type { Seen } from "../../table/seen";
import recorded from "./recorded.json";

export interface Position {
  seen: Seen<DuelView, DuelFigures>;
  actions: DuelAction[];
}

const found = recorded as unknown as {
  positions: Record<string, Position>;
  events: Record<string, DuelEvent>;
  cards: DuelPieces["cards"];
};

/** Real positions by what can be done in them, as `scripts/record_duel.py` wrote them down. */
export const positions = found.positions;
/** One real event of each kind. */
export const events = found.events;

/** The cards that are in those positions, and the numbers players go by. */
export const pieces: DuelPieces = {
  game: "duel",
  cards: found.cards,
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

const names = new Map(found.cards.map((card) => [card.id, card.name]));
export const nameOf = (id: string): string => names.get(id) ?? id;
