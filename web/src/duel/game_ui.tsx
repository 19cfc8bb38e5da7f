import type { GameUi } from "../game_ui/game_ui";
import { useTranslate } from "../words/messages";
import { DuelBoard } from "./board";
import type { DuelEvent } from "./types";
import { useNarrator } from "./narration";
import { narrationWords } from "./words";

const TURNING_POINTS = new Set<string>([
  "fight_ended",
  "dragon_gained",
  "bluffs_called",
  "duel_ended",
  "game_ended",
] satisfies DuelEvent["type"][]);

export const gameUi: GameUi = {
  Board: DuelBoard as GameUi["Board"],
  useNarrator,
  isTurningPoint: (event) => TURNING_POINTS.has(event.type),
  useScoreName: () => {
    const t = useTranslate(narrationWords);
    return (part) => (part === "crystals" ? t("score_crystals") : part);
  },
};
