import type { ReactNode } from "react";
import styles from "./night.module.css";

const STARS = [
  [34, 26, 1.1],
  [78, 58, 0.8],
  [118, 20, 1.3],
  [160, 44, 0.8],
  [205, 18, 0.9],
  [262, 34, 1.2],
  [300, 14, 0.8],
  [430, 30, 1],
  [462, 66, 1.2],
  [20, 84, 0.8],
  [448, 100, 0.8],
] as const;

/** Gradients, sky and stars. `id` keeps the gradients of pictures on one page apart. */
function Sky({ id }: { id: string }) {
  return (
    <>
      <defs>
        <linearGradient id={`${id}-sky`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" className={styles.skyHigh} />
          <stop offset="1" className={styles.skyLow} />
        </linearGradient>
        <radialGradient id={`${id}-glow`}>
          <stop offset="0.35" className={styles.glowIn} />
          <stop offset="1" className={styles.glowOut} />
        </radialGradient>
        <linearGradient id={`${id}-moon`} x1="0.2" y1="0.1" x2="0.8" y2="0.9">
          <stop offset="0" className={styles.moonLight} />
          <stop offset="1" className={styles.moonShade} />
        </linearGradient>
      </defs>
      <rect width="480" height="200" fill={`url(#${id}-sky)`} />
      {STARS.map(([x, y, r]) => (
        <circle key={`${x}.${y}`} cx={x} cy={y} r={r} className={styles.star} />
      ))}
    </>
  );
}

export function Moon({ id, x, y, r }: { id: string; x: number; y: number; r: number }) {
  return (
    <>
      <circle cx={x} cy={y} r={r * 2.2} fill={`url(#${id}-glow)`} />
      <circle cx={x} cy={y} r={r} fill={`url(#${id}-moon)`} />
      <g className={styles.crater}>
        <circle cx={x - r * 0.35} cy={y - r * 0.2} r={r * 0.18} />
        <circle cx={x + r * 0.3} cy={y + r * 0.28} r={r * 0.24} />
        <circle cx={x + r * 0.25} cy={y - r * 0.42} r={r * 0.1} />
      </g>
    </>
  );
}

/** A wide picture of a night. `id` must be unique on the page. */
export function NightPicture({ id, children }: { id: string; children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 480 200"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={styles.picture}
    >
      <Sky id={id} />
      {children}
    </svg>
  );
}
