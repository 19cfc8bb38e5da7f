import { DRAWINGS } from "./drawings";
import type { Tile } from "./types";
import styles from "./map.module.css";

/** A tile's picture in a box of 100 by 60: a plan with scaffolding, or the finished building. */
export function Picture({
  tile,
  finished,
  progress = 0,
  roof = "var(--city-gold)",
}: {
  tile: Tile;
  finished: boolean;
  /** Built share, from 0 to 1. */
  progress?: number;
  roof?: string;
}) {
  const drawing = DRAWINGS[tile];
  if (finished || tile === "courtyard") {
    return (
      <g className={styles.built}>
        <path d={drawing.walls} className={styles.walls} />
        <path d={drawing.roof} fill={roof} className={styles.roof} />
        <path d={drawing.openings} className={styles.lit} />
      </g>
    );
  }
  return (
    <g className={styles.plan}>
      <path d="M3 60V8M97 60V8M3 20h94M3 42h94" className={styles.scaffold} />
      <path d={drawing.walls} fillOpacity={0.12 + 0.5 * progress} />
      <path d={drawing.roof} fillOpacity={0.05 + 0.35 * progress} />
      <path d={drawing.openings} fillOpacity={0.25} />
    </g>
  );
}
