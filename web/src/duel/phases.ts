import type { DuelCard, DuelTurn as Turn } from "../contract/duel";
import type { Play } from "./choices";

export type Phase = Turn["phase"];

export const PHASES: readonly Phase[] = [
  "turn_start",
  "action",
  "retreat_or_decline",
  "character",
  "booster_support",
  "after_booster_support",
  "announce",
  "refill",
  "end_of_turn",
];

const PHASE_OF_TYPE: Partial<Record<DuelCard["type"], Phase>> = {
  character: "character",
  booster: "booster_support",
  support: "booster_support",
  leadership: "action",
  ship: "action",
  hyla: "action",
  achievement: "action",
};

function phaseOf(action: Play, card: DuelCard | undefined): Phase | null {
  switch (action.type) {
    case "play_card":
      return (card && PHASE_OF_TYPE[card.type]) ?? null;
    case "play_bluff":
    case "load_ship":
      return "booster_support";
    case "replace_card":
      return "action";
    default:
      return null;
  }
}

/** Return the phases that the server skips if the action is sent now. */
export function skippedPhases(action: Play, card: DuelCard | undefined, now: Phase): readonly Phase[] {
  const actionPhase = phaseOf(action, card);
  return actionPhase ? PHASES.slice(PHASES.indexOf(now) + 1, PHASES.indexOf(actionPhase)) : [];
}
