import { useState } from "react";
import type { Box, CityFigures, CityPieces, CityState, Reward, SiteFigures, Tile } from "./types";

/** A tile on the map with what is printed on it at this table and what lies on it. */
export interface Plot {
  tile: Tile;
  cell: number;
  finished: boolean;
  stones: readonly (number | null)[];
  /** Null for the courtyard, which is not a building. */
  printed: Printed | null;
  figures: SiteFigures | null;
}

export interface Printed {
  boxes: readonly Box[];
  star: Reward;
  participant: Reward;
  neighbour: Reward;
}

/** Return the tiles row by row. Figures override printed values where the table has its own. */
export function plotsOf(play: CityState, pieces: CityPieces, figures: CityFigures | null): Plot[] {
  const figuresByCell = new Map(figures?.sites.map((site) => [site.cell, site]));
  const printed = new Map(pieces.tiles.map((piece) => [piece.tile as Tile, piece]));
  return play.layout.flatMap((tile, cell) => {
    if (tile === null) return [];
    const site = play.sites[cell];
    const figuresOfSite = figuresByCell.get(cell) ?? null;
    return {
      tile,
      cell,
      finished: site?.finished ?? false,
      stones: site?.stones ?? [],
      printed: figuresOfSite ?? printed.get(tile) ?? null,
      figures: figuresOfSite,
    };
  });
}

/** Return plots, reusing unchanged objects so that their tiles are not rendered again. */
export function usePlots(play: CityState, pieces: CityPieces, figures: CityFigures | null): readonly Plot[] {
  const [cache, setCache] = useState<{ play: CityState; plots: readonly Plot[] }>(() => ({
    play,
    plots: plotsOf(play, pieces, figures),
  }));
  if (cache.play === play) return cache.plots;
  const before = new Map(cache.plots.map((plot) => [plot.tile, plot]));
  const plots = plotsOf(play, pieces, figures).map((plot) => {
    const unchanged = before.get(plot.tile);
    return unchanged && JSON.stringify(unchanged) === JSON.stringify(plot) ? unchanged : plot;
  });
  setCache({ play, plots });
  return plots;
}

/** Built share, from 0 to 1. */
export const progressOf = (plot: Plot): number =>
  plot.finished ? 1 : plot.stones.filter((stone) => stone !== null).length / Math.max(1, plot.stones.length);

/** The roof has the colour of the building, or gold for several colours. */
export function roofOf(plot: Plot): string {
  const colours = new Set(plot.printed?.boxes.map((box) => box.colour));
  const [colour] = colours;
  return colours.size === 1 && colour ? `var(--people-${colour})` : "var(--city-gold)";
}
