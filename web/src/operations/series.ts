import { POLL_MS } from "./recent_readings";
import type { FigureName, Reading } from "./reading";

export interface Point {
  at: number;
  value: number | null;
}

/** One line of a chart with its extremes. */
export interface Series {
  name: string;
  points: Point[];
  last: number | null;
  low: number | null;
  high: number | null;
}

const SHORTEST_SPAN_MS = 60_000;
/** A longer interval between readings is a gap: polling was paused or failed. */
const GAP_MS = 4 * POLL_MS;

/** Return the lines of a figure in order of appearance. */
export function seriesOf(readings: readonly Reading[], figure: FigureName): Series[] {
  const names = new Set(readings.flatMap((reading) => Object.keys(reading.figures[figure])));
  return [...names].map((name) => {
    const points = readings.map(({ at, figures }) => ({ at, value: figures[figure][name] ?? null }));
    const known = points.flatMap(({ value }) => (value === null ? [] : [value]));
    return {
      name,
      points,
      last: points.at(-1)?.value ?? null,
      low: known.length ? Math.min(...known) : null,
      high: known.length ? Math.max(...known) : null,
    };
  });
}

/** Return the time range of the charts: all readings, but at least a minute. */
export function spanOf(readings: readonly Reading[]): { from: number; to: number } {
  const to = readings.at(-1)?.at ?? 0;
  return { from: Math.min(readings[0]?.at ?? to, to - SHORTEST_SPAN_MS), to };
}

/** Return an SVG path in a box of 100 by 100, with gaps for missing values; single points become dots. */
export function path(points: readonly Point[], span: { from: number; to: number }, top: number): string {
  let commands = "";
  let before: Point | null = null;
  for (const point of points) {
    if (point.value !== null) {
      const isJoined = before && before.value !== null && point.at - before.at <= GAP_MS;
      const x = ((point.at - span.from) / (span.to - span.from)) * 100;
      const y = 100 - Math.min(1, point.value / top) * 100;
      commands += `${isJoined ? "L" : "M"}${x.toFixed(2)} ${y.toFixed(2)}${isJoined ? "" : "h0"}`;
    }
    before = point;
  }
  return commands;
}
