import type { Face } from "../faces/face";
import { CityBoard } from "./board";
import { useTeller } from "./telling";
import { useCityWords } from "./words";

/** The moments that somebody who looks back wants to find. */
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

export const face: Face = {
  Board: CityBoard as Face["Board"],
  useTeller,
  isTurningPoint: (event) => TURNING_POINTS.has(event.type),
  useScoreName,
};
