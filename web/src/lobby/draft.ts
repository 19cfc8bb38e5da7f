import type { Schemas } from "../gateway/calls";
import type { GameInCatalogue } from "../gateway/site";

export type NewTable = Schemas["GuestTable"];
export type Clock = NonNullable<Schemas["Terms"]["clock"]>;

/** A table that somebody is about to open. They sit on seat 0. */
export interface Draft {
  game: string;
  options: Record<string, unknown>;
  /** For each seat after the first a bot's level, or null for a person. */
  others: readonly (string | null)[];
  clock: Clock | null;
  timeOut: "resign" | "skip";
  takebacks: boolean;
  listed: boolean;
  spectators: boolean;
  delaySeconds: number;
}

/** Neither the weakest nor the strongest: levels stand in this order. */
export const usualLevel = (game: GameInCatalogue): string | null => game.bots[1] ?? game.bots[0] ?? null;

export function newDraft(game: GameInCatalogue): Draft {
  const seats = game.seats[0] ?? 2;
  return {
    game: game.id,
    options: {},
    others: Array.from({ length: seats - 1 }, () => null),
    clock: null,
    timeOut: "resign",
    takebacks: true,
    listed: true,
    spectators: true,
    delaySeconds: 0,
  };
}

/** The quickest way to a game: everybody else is a bot. */
export function draftAgainstBot(game: GameInCatalogue, level: string): Draft {
  const draft = newDraft(game);
  return { ...draft, others: draft.others.map(() => level) };
}

export function withSeats(draft: Draft, seats: number): Draft {
  const others = Array.from({ length: seats - 1 }, (_, index) => draft.others[index] ?? null);
  return { ...draft, others };
}

/** What is sent. A game whose number of seats is a choice has it among its options. */
export function tableOf(draft: Draft, game: GameInCatalogue, player: string): NewTable {
  const seats = draft.others.length + 1;
  const { clock, takebacks, listed } = draft;
  return {
    game: draft.game,
    options: game.seats.length > 1 ? { ...draft.options, players: seats } : draft.options,
    player,
    seat: 0,
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
