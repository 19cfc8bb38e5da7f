import type { Face } from "../faces/face";
import { CityBoard } from "./board";
import { useTeller } from "./telling";

const TURNING_POINTS = new Set<string>(["game_ended"]);

export const face: Face = {
  Board: CityBoard as Face["Board"],
  useTeller,
  isTurningPoint: (event) => TURNING_POINTS.has(event.type),
  useScoreName: () => (part) => part,
};
