import { lazy, type ComponentType } from "react";
import type { AnyAction, AnyCommit, AnyView, BoardProps } from "../table/seen";

export type AnyEvent = AnyCommit["events"][number];
// Each face knows its own view, pieces and actions; the table hands them through without looking.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Any = any;
export type AnyBoardProps = BoardProps<AnyView, Any, Any, AnyAction, AnyCommit>;

/** What a teller needs to know to speak of a table. */
export interface Scene {
  view: AnyView;
  nameOf: (id: string) => string;
  /** A seat's player, or what an empty seat is called. */
  playerOf: (seat: number) => string;
}

export interface OptionsProps {
  /** The options as they would be sent. */
  options: Record<string, unknown>;
  /** How many sit at the table. */
  seats: number;
  change: (options: Record<string, unknown>) => void;
}

/** How a game looks: everything that the table, the lobby and the replay need to show it. */
export interface Face {
  Board: ComponentType<AnyBoardProps>;
  /** A hook: what an event of the game means, as a sentence; null for what needs no words. */
  useTeller: (scene: Scene) => (event: AnyEvent) => string | null;
  /** Is this event worth a mark on the bar of a replay? */
  isTurningPoint: (event: AnyEvent) => boolean;
  /** A hook: what a part of the final score is called. */
  useScoreName: () => (part: string) => string;
}

export type GameKind = "city" | "duel";

/** Loaded when a table of the game is opened. */
export const FACES: Record<GameKind, () => Promise<Face>> = {
  city: () => import("../city/face").then((module) => module.face),
  duel: () => import("../duel/face").then((module) => module.face),
};

/** The forms for a new table's options. */
export const OPTIONS: Record<GameKind, ComponentType<OptionsProps>> = {
  city: lazy(() => import("../city/options_form")),
  duel: lazy(() => import("../duel/options_form")),
};

export const isGameKind = (kind: string): kind is GameKind => kind in FACES;
