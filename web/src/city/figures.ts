import type { Box, Building, Reward } from "./wire";

/** What the rules work out for lookers. */
export interface CityFigures {
  game: "city";
  sites: SiteFigures[];
  seats: { seat: number; offerings_left: number; crystals_to_win: number | null; scale_crystals: number }[];
  obelisk_cost: number | null;
  offering_costs: { pillar: "pillar-1" | "pillar-2" | null; crystals: number }[];
  offerings_to_win: number;
  draws: number;
}

export interface SiteFigures {
  cell: number;
  tile: Building;
  boxes: Box[];
  star: Reward;
  participant: Reward;
  neighbour: Reward;
  dragons: number;
  shares: { seat: number; star: boolean; crystals: number; cards: number; scales: number }[];
}
