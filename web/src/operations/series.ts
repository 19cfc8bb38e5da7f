import { LOOK_MS } from "./history";
import type { FigureName, Reading } from "./reading";

export interface Point {
  at: number;
  value: number | null;
}

/** One line of a chart, and what is worth saying of it. */
export interface Series {
  name: string;
  points: Point[];
  last: number | null;
  low: number | null;
  high: number | null;
}

const SHORTEST_SPAN_MS = 60_000;
/** So long without a look is a gap: the page was paused, or nobody answered. */
const GAP_MS = 4 * LOOK_MS;

/** The lines of a figure, in the order in which they first came. */
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

/** From when to when the charts reach: as long as was looked, and never less than a minute. */
export function spanOf(readings: readonly Reading[]): { from: number; to: number } {
  const to = readings.at(-1)?.at ?? 0;
  return { from: Math.min(readings[0]?.at ?? to, to - SHORTEST_SPAN_MS), to };
}

/** A line in a box of 100 by 100, broken where nothing is known; lone points become dots. */
export function path(points: readonly Point[], span: { from: number; to: number }, top: number): string {
  let drawn = "";
  let before: Point | null = null;
  for (const point of points) {
    if (point.value !== null) {
      const joined = before && before.value !== null && point.at - before.at <= GAP_MS;
      const x = ((point.at - span.from) / (span.to - span.from)) * 100;
      const y = 100 - Math.min(1, point.value / top) * 100;
      drawn += `${joined ? "L" : "M"}${x.toFixed(2)} ${y.toFixed(2)}${joined ? "" : "h0"}`;
    }
    before = point;
  }
  return drawn;
}
