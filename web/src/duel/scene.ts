import { createContext, use } from "react";
import type { DuelFigures, PowerLine, CardStanding } from "../contract/duel_figures";
import type { DuelCard, DuelPieces } from "../contract/duel_pieces";
import type { DuelState } from "../contract/duel_view";
import { type Ref } from "./choices";

/** What every part of the table needs to know, handed down once. */
export interface Scene {
  play: DuelState;
  pieces: DuelPieces;
  figures: DuelFigures | null;
  /** Who sits below: the viewer, or the first seat for who only looks. */
  below: number;
  /** Is the viewer the player below? */
  own: boolean;
  cardOf: (id: string) => DuelCard | undefined;
  nameOf: (id: string) => string;
  playerOf: (seat: number) => string;
}

export const SceneContext = createContext<Scene | null>(null);

export function useScene(): Scene {
  const scene = use(SceneContext);
  if (!scene) throw new Error("This part of the table needs the table around it.");
  return scene;
}

/** What the player does with cards: which are lit, picked and ticked, and what a click on one means. */
export interface Handling {
  lit: ReadonlySet<Ref>;
  ticking: boolean;
  picked: Ref | null;
  ticked: ReadonlySet<Ref>;
  touch: (ref: Ref) => void;
}

export const HandlingContext = createContext<Handling>({
  lit: new Set(),
  ticking: false,
  picked: null,
  ticked: new Set(),
  touch: () => {},
});
export const useHandling = (): Handling => use(HandlingContext);

export const lineOf = (figures: DuelFigures | null, seat: number, card: string): PowerLine | undefined =>
  figures?.seats[seat]?.lines.find((line) => line.card === card);

export const standingOf = (
  figures: DuelFigures | null,
  seat: number,
  card: string,
): CardStanding | undefined => figures?.seats[seat]?.cards.find((standing) => standing.card === card);
