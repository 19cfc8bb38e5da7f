import { useState } from "react";
import type { Box, CityFigures, CityPieces, CityState, Reward, SiteFigures, Tile } from "./wire";

/** A tile where it lies, with what is printed on it at this table and what lies on it. */
export interface Plot {
  tile: Tile;
  cell: number;
  finished: boolean;
  stones: readonly (number | null)[];
  /** Null for the courtyard: it is no building. */
  printed: Printed | null;
  figures: SiteFigures | null;
}

export interface Printed {
  boxes: readonly Box[];
  star: Reward;
  participant: Reward;
  neighbour: Reward;
}

/** The city's tiles row by row. Numbers of the table's own come with the figures. */
export function plotsOf(play: CityState, pieces: CityPieces, figures: CityFigures | null): Plot[] {
  const counted = new Map(figures?.sites.map((site) => [site.cell, site]));
  const printed = new Map(pieces.tiles.map((piece) => [piece.tile as Tile, piece]));
  return play.layout.flatMap((tile, cell) => {
    if (tile === null) return [];
    const site = play.sites[cell];
    const figuresOfSite = counted.get(cell) ?? null;
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

/** Plots that did not change stay the same objects: their tiles need not be drawn again. */
export function usePlots(play: CityState, pieces: CityPieces, figures: CityFigures | null): readonly Plot[] {
  const [kept, setKept] = useState<{ play: CityState; plots: readonly Plot[] }>(() => ({
    play,
    plots: plotsOf(play, pieces, figures),
  }));
  if (kept.play === play) return kept.plots;
  const before = new Map(kept.plots.map((plot) => [plot.tile, plot]));
  const plots = plotsOf(play, pieces, figures).map((plot) => {
    const known = before.get(plot.tile);
    return known && JSON.stringify(known) === JSON.stringify(plot) ? known : plot;
  });
  setKept({ play, plots });
  return plots;
}

/** How much of it is built, from 0 to 1. */
export const progressOf = (plot: Plot): number =>
  plot.finished ? 1 : plot.stones.filter((stone) => stone !== null).length / Math.max(1, plot.stones.length);

/** The roof of a finished building bears the colour it was built in; gold where it was several. */
export function roofOf(plot: Plot): string {
  const colours = new Set(plot.printed?.boxes.map((box) => box.colour));
  const [colour] = colours;
  return colours.size === 1 && colour ? `var(--people-${colour})` : "var(--city-gold)";
}
