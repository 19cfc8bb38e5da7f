import type { CityCommand } from "../contract/city_command";
import type { CityCommitRedacted } from "../contract/city_commit";
import type { CityView } from "../contract/city_view";
import type { DuelCommand } from "../contract/duel_command";
import type { DuelCommitRedacted } from "../contract/duel_commit";
import type { DuelView } from "../contract/duel_view";

export type Viewer = number | "spectator";
export type AnyView = CityView | DuelView;
export type AnyCommit = CityCommitRedacted | DuelCommitRedacted;
export type AnyAction = CityCommand["action"] | DuelCommand["action"];

/** A table as a viewer sees it at a seq, with figures computed by the rules. */
export interface TableView<View = AnyView, Figures = unknown> {
  seq: number;
  viewer: Viewer;
  table: View;
  figures: Figures | null;
  /** Player id -> name. `table` shows names in place of ids. */
  names: Readonly<Record<string, string>>;
}

interface ViewResponse {
  seq: number;
  viewer: Viewer;
  view: unknown;
  figures: unknown;
  names: Readonly<Record<string, string>>;
}

/** The view in a response of the gateway, with names in place of player ids. */
export function toTableView({ seq, viewer, view, figures, names }: ViewResponse): TableView {
  const table = view as AnyView;
  const seats = table.seats.map((seat) =>
    seat.player === null ? seat : { ...seat, player: names[seat.player] ?? seat.player },
  );
  return { seq, viewer, table: { ...table, seats } as AnyView, figures, names };
}

/** Props of a game's board, for players, spectators and replays. */
export interface BoardProps<View, Figures, Pieces, Action, Commit> {
  view: TableView<View, Figures>;
  pieces: Pieces;
  /** Legal actions of the viewer's seat. */
  actions: readonly Action[];
  /** Send an action. It is delivered once, even after reconnects and reloads. */
  act: (action: Action) => void;
  /** An action is pending: nothing else can be sent. */
  sending: boolean;
  /** Commits between the previously shown position and this one, oldest first. */
  news: readonly Commit[];
  /** History as far as loaded, oldest first; it may be ahead of the position shown. */
  history: readonly Commit[];
  /** Return a piece's name in the page's language. */
  nameOf: (id: string) => string;
}
