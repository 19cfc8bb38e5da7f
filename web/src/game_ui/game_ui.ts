import { lazy, type ComponentType } from "react";
import type { AnyAction, AnyCommit, AnyView, BoardProps } from "../table/table_view";

export type AnyEvent = AnyCommit["events"][number];
// Each game UI has its own view, pieces and action types; the table passes them through.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Any = any;
export type AnyBoardProps = BoardProps<AnyView, Any, Any, AnyAction, AnyCommit>;

/** What a narrator needs to know about a table. */
export interface NarrationContext {
  table: AnyView;
  nameOf: (id: string) => string;
  /** The name of a seat's player, or a label for an empty seat. */
  playerOf: (seat: number) => string;
}

export interface OptionsProps {
  /** The options in wire format. */
  options: Record<string, unknown>;
  /** Number of seats. */
  seats: number;
  change: (options: Record<string, unknown>) => void;
}

/** A game's part of the client: everything that table, lobby and replay need to show it. */
export interface GameUi {
  Board: ComponentType<AnyBoardProps>;
  /** Hook: return a function that narrates an event; null for silent events. */
  useNarrator: (scene: NarrationContext) => (event: AnyEvent) => string | null;
  /** Whether the event is marked on the replay bar. */
  isTurningPoint: (event: AnyEvent) => boolean;
  /** Hook: return the label of a part of the final score. */
  useScoreName: () => (part: string) => string;
}

export type GameId = "city" | "duel";

/** Game UIs, loaded when a table of the game is opened. */
export const GAME_UIS: Record<GameId, () => Promise<GameUi>> = {
  city: () => import("../city/game_ui").then((module) => module.gameUi),
  duel: () => import("../duel/game_ui").then((module) => module.gameUi),
};

/** Option forms for new tables. */
export const OPTIONS_FORMS: Record<GameId, ComponentType<OptionsProps>> = {
  city: lazy(() => import("../city/options_form")),
  duel: lazy(() => import("../duel/options_form")),
};

export const isGameId = (game: string): game is GameId => game in GAME_UIS;
