import type { Action, CityBoardProps, CityPieces, Commit } from "../../city/types";
import beginning from "./beginning.json";
import building from "./building.json";
import busy from "./busy.json";
import names from "./names.json";
import offering from "./offering.json";
import over from "./over.json";
import palace from "./palace.json";
import pieces from "./pieces.json";
import watching from "./watching.json";

/** Positions of real games, recorded by `scripts/record_city.py`. */
export interface RecordedPosition {
  view: CityBoardProps["view"];
  actions: readonly Action[];
  news: readonly Commit[];
}

// JSON imports have wider types than the recorded data.
export const POSITIONS = { beginning, building, busy, offering, over, palace, watching } as unknown as Record<
  "beginning" | "building" | "busy" | "offering" | "over" | "palace" | "watching",
  RecordedPosition
>;
export const PIECES = pieces as unknown as CityPieces;

const NAMES: Record<string, Partial<Record<string, string>>> = names;
export const nameIn = (language: string) => (id: string) => NAMES[id]?.[language] ?? NAMES[id]?.en ?? id;
