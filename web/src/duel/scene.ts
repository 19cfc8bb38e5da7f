import { createContext, use } from "react";
import type { CardStanding, DuelCard, DuelFigures, DuelPieces, DuelState, PowerLine } from "../contract/duel";
import { type Ref } from "./choices";

/** What every component of the board needs, provided once. */
export interface Scene {
  play: DuelState;
  pieces: DuelPieces;
  figures: DuelFigures | null;
  /** The seat shown below: the viewer's, or 0 for spectators. */
  below: number;
  /** Whether the viewer plays the seat below. */
  isPlayer: boolean;
  cardOf: (id: string) => DuelCard | undefined;
  nameOf: (id: string) => string;
  playerOf: (seat: number) => string;
}

export const SceneContext = createContext<Scene | null>(null);

export function useScene(): Scene {
  const scene = use(SceneContext);
  if (!scene) throw new Error("useScene needs a SceneContext.");
  return scene;
}

/** Selection state of cards: which are lit, picked and ticked, and the click handler. */
export interface CardSelection {
  lit: ReadonlySet<Ref>;
  isTicking: boolean;
  picked: Ref | null;
  ticked: ReadonlySet<Ref>;
  onCardClick: (ref: Ref) => void;
}

export const CardSelectionContext = createContext<CardSelection>({
  lit: new Set(),
  isTicking: false,
  picked: null,
  ticked: new Set(),
  onCardClick: () => {},
});
export const useCardSelection = (): CardSelection => use(CardSelectionContext);

export const lineOf = (figures: DuelFigures | null, seat: number, card: string): PowerLine | undefined =>
  figures?.seats[seat]?.lines.find((line) => line.card === card);

export const standingOf = (
  figures: DuelFigures | null,
  seat: number,
  card: string,
): CardStanding | undefined => figures?.seats[seat]?.cards.find((standing) => standing.card === card);
