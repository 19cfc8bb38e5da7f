import type { Face } from "../faces/face";
import { useWords } from "../words/lexicon";
import { DuelBoard } from "./board";
import type { DuelEvent } from "./news";
import { useTeller } from "./telling";
import { tellingWords } from "./words";

const TURNING_POINTS = new Set<string>([
  "fight_ended",
  "dragon_gained",
  "bluffs_called",
  "duel_ended",
  "game_ended",
] satisfies DuelEvent["type"][]);

export const face: Face = {
  Board: DuelBoard as Face["Board"],
  useTeller,
  isTurningPoint: (event) => TURNING_POINTS.has(event.type),
  useScoreName: () => {
    const t = useWords(tellingWords);
    return (part) => (part === "crystals" ? t("score_crystals") : part);
  },
};
