import type { CatalogueGame, GuestTableRequest } from "../contract/gateway";
import type { Terms } from "../contract/table";
import type { BroughtDeck } from "../game_ui/game_ui";
import { requiredOptions } from "../game_ui/options_schema";

export type TableRequest = GuestTableRequest;
export type Clock = NonNullable<Terms["clock"]>;

/** A table about to be opened. The player takes seat 0. */
export interface Draft {
  game: string;
  options: Record<string, unknown>;
  /** What the player brings to the seat. */
  deck: BroughtDeck | null;
  /** For each seat after the first a bot's level, or null for a person. */
  others: readonly (string | null)[];
  clock: Clock | null;
  timeOut: "resign" | "skip";
  takebacks: boolean;
  listed: boolean;
  spectators: boolean;
  delaySeconds: number;
}

export function newDraft(game: CatalogueGame): Draft {
  const seats = game.seats[0] ?? 2;
  return {
    game: game.id,
    options: requiredOptions(game.options),
    deck: null,
    others: Array.from({ length: seats - 1 }, () => null),
    clock: null,
    timeOut: "resign",
    takebacks: true,
    listed: true,
    spectators: true,
    delaySeconds: 0,
  };
}

/** A draft with some options chosen. */
export const withOptions = (draft: Draft, options: Draft["options"]): Draft => ({
  ...draft,
  options: { ...draft.options, ...options },
});

/** A draft with bots on all other seats. */
export function draftAgainstBot(game: CatalogueGame, level: string): Draft {
  const draft = newDraft(game);
  return { ...draft, others: draft.others.map(() => level) };
}

export function withSeats(draft: Draft, seats: number): Draft {
  const others = Array.from({ length: seats - 1 }, (_, index) => draft.others[index] ?? null);
  return { ...draft, others };
}

/** Convert a draft to a request. The number of seats is an option where it varies. */
export function toRequest(draft: Draft, game: CatalogueGame, player: string): TableRequest {
  const seats = draft.others.length + 1;
  const { clock, takebacks, listed } = draft;
  return {
    game: draft.game,
    options: game.seats.length > 1 ? { ...draft.options, players: seats } : draft.options,
    player,
    seat: 0,
    ...(draft.deck && { deck: draft.deck }),
    terms: {
      clock,
      time_out: draft.timeOut,
      takebacks,
      listed,
      spectators: draft.spectators ? "welcome" : "forbidden",
      spectator_delay_seconds: draft.spectators ? draft.delaySeconds : 0,
      bots: draft.others.flatMap((level, index) => (level === null ? [] : [{ seat: index + 1, level }])),
    },
  };
}
