import type { GameUi } from "../game_ui/game_ui";
import { CityBoard } from "./board";
import { useNarrator } from "./narration";
import { useCityWords } from "./words";

/** Events marked on the replay bar. */
const TURNING_POINTS: ReadonlySet<string> = new Set([
  "building_finished",
  "scales_scored",
  "offering_made",
  "game_ended",
]);

function useScoreName(): (part: string) => string {
  const { t } = useCityWords();
  return (part) => (part === "offerings" || part === "crystals" ? t(`${part}Head`) : part);
}

export const gameUi: GameUi = {
  Board: CityBoard as GameUi["Board"],
  useNarrator,
  isTurningPoint: (event) => TURNING_POINTS.has(event.type),
  useScoreName,
};
