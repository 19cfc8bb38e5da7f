import type {
  CityCommand,
  CityCommitRedacted,
  CityFigures,
  CityPieces,
  CityState,
  CityView,
} from "../contract/city";
import type { BoardProps } from "../table/table_view";

/** Short names for types of the contract. */
export type { CityPieces, CityState, CityView, CityFigures };
export type Action = CityCommand["action"];
export type ActionOf<Type extends Action["type"]> = Extract<Action, { type: Type }>;
export type Commit = CityCommitRedacted;
export type CityEvent = Commit["events"][number];
export type EventOf<Type extends CityEvent["type"]> = Extract<CityEvent, { type: Type }>;
export type Tile = NonNullable<CityState["layout"][number]>;
export type Building = Exclude<Tile, "courtyard">;
export type Card = CityState["discard"][number];
export type Dragon = keyof CityState["dragons"];
export type Seat = CityState["seats"][number];
export type CardPiece = CityPieces["cards"][number];
export type Power = CardPiece["powers"][number];
export type Reward = CityPieces["tiles"][number]["star"];
export type Box = CityPieces["tiles"][number]["boxes"][number];
export type CityBoardProps = BoardProps<CityView, CityFigures, CityPieces, Action, Commit>;

export type SiteFigures = CityFigures["sites"][number];

export const DRAGONS = ["red", "green", "blue"] as const satisfies readonly Dragon[];
export const COLUMNS = 5;

/** Number of cards. Hidden cards are sent as a count. */
export const countOf = (cards: readonly unknown[] | number): number =>
  typeof cards === "number" ? cards : cards.length;
