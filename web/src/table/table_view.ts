import type { ViewResponse } from "../contract/gateway";
import type {
  AnswerTakeback,
  AskTakeback,
  Clocks,
  GameEnded,
  GameStarted,
  ClocksSet,
  LeaveSeat,
  Resign,
  Result,
  SeatLeft,
  SeatResigned,
  SeatTaken,
  SittingRenewed,
  TableAborted,
  TableSeat,
  TableVoided,
  Takeback,
  TakebackAnswered,
  TakebackAsked,
  TakebackLapsed,
  Terms,
  TimeRanOut,
  TurnKept,
} from "../contract/table";

export type Viewer = number | "spectator";

/** A redacted table of any game. Only the game's UI knows what its options and its play are. */
export interface AnyView {
  game: string;
  rules: string;
  stage: "open" | "playing" | "over" | "aborted" | "voided";
  seats: TableSeat[];
  options: unknown;
  /** The game's own state; null before the start. */
  play: unknown;
  results: Result[];
  terms?: Terms;
  clocks?: Clocks;
  takeback?: Takeback;
}

/** An event of any game; its type says which fields it has. */
export interface AnyEvent {
  type: string;
}

/** An action of any game. */
export interface AnyAction {
  type: string;
}

export interface AnyCommit {
  seq: number;
  events: readonly AnyEvent[];
}

/** Events that tables of all games have. */
export type TableEvent =
  | SeatTaken
  | SeatLeft
  | SittingRenewed
  | GameStarted
  | GameEnded
  | SeatResigned
  | TimeRanOut
  | TakebackAsked
  | TakebackAnswered
  | TakebackLapsed
  | TableAborted
  | TableVoided
  | ClocksSet
  | TurnKept
  | { type: "taken_back"; seat: number }
  | { type: "table_opened" };

/** Actions that tables of all games have. */
export type TableAction = Resign | AskTakeback | AnswerTakeback | LeaveSeat;

/** A table as a viewer sees it at a seq, with figures computed by the rules. */
export interface TableView<View = AnyView, Figures = unknown> {
  seq: number;
  viewer: Viewer;
  table: View;
  figures: Figures | null;
  /** The seats that the table waits for. */
  toAct: readonly number[];
  /** Legal actions of the viewer's seat; none in earlier views. */
  actions: readonly AnyAction[];
  /** Which of these actions end a phase of the turn in which the seat could still act. */
  skips: ViewResponse["skips"];
  /** Player id -> name. `table` shows names in place of ids. */
  names: ViewResponse["names"];
}

/** The view in a response of the gateway, with names in place of player ids. */
export function toTableView(response: ViewResponse): TableView {
  const { seq, viewer, view, figures, names } = response;
  const table = view as AnyView;
  const seats = table.seats.map((seat) =>
    seat.player === null ? seat : { ...seat, player: names[seat.player] ?? seat.player },
  );
  return {
    seq,
    viewer,
    table: { ...table, seats },
    figures,
    toAct: response.to_act,
    actions: response.actions as readonly AnyAction[],
    // A gateway of an earlier release does not send them.
    skips: (response as Partial<ViewResponse>).skips ?? [],
    names,
  };
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
