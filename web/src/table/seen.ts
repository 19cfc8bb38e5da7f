import type { CityCommand } from "../contract/city_command";
import type { CityCommitSeen } from "../contract/city_commit";
import type { CityView } from "../contract/city_view";
import type { DuelCommand } from "../contract/duel_command";
import type { DuelCommitSeen } from "../contract/duel_commit";
import type { DuelView } from "../contract/duel_view";

export type Viewer = number | "spectator";
export type AnyView = CityView | DuelView;
export type AnyCommit = CityCommitSeen | DuelCommitSeen;
export type AnyAction = CityCommand["action"] | DuelCommand["action"];

/** A table as one viewer sees it at one version, with the numbers the rules work out for lookers. */
export interface Seen<View = AnyView, Figures = unknown> {
  seq: number;
  viewer: Viewer;
  table: View;
  figures: Figures | null;
}

/** What the page of a game gets, whether somebody plays, watches or replays. */
export interface BoardProps<View, Figures, Pieces, Action, Commit> {
  seen: Seen<View, Figures>;
  pieces: Pieces;
  /** What this seat may do now; empty for who only looks. */
  actions: readonly Action[];
  /** Sends an action; it arrives once, whatever happens to the line or the page. */
  act: (action: Action) => void;
  /** An action is on its way: nothing else can be sent. */
  sending: boolean;
  /** What happened between the position shown before and this one, oldest first. */
  news: readonly Commit[];
  /** The story as far as it has been read, oldest first; it may go further than what is shown. */
  history: readonly Commit[];
  /** A piece's name in the language of the page. */
  nameOf: (id: string) => string;
}
