import type { Reading } from "./reading";

export const LOOK_MS = 2_000;
export const KEPT_MS = 10 * 60_000;

/** With the new reading, without those that are too old. */
export function remembered(past: readonly Reading[], reading: Reading): Reading[] {
  return [...past.filter(({ at }) => at > reading.at - KEPT_MS && at < reading.at), reading];
}

/** The readings of the last while. */
export function ofLast(readings: readonly Reading[], ms: number): Reading[] {
  const end = readings.at(-1)?.at ?? 0;
  return readings.filter(({ at }) => at > end - ms);
}
