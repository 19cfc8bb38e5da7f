import type { Reading } from "./reading";

export const POLL_MS = 2_000;
export const HISTORY_MS = 10 * 60_000;

/** Append a reading and drop those that are too old. */
export function appendReading(past: readonly Reading[], reading: Reading): Reading[] {
  return [...past.filter(({ at }) => at > reading.at - HISTORY_MS && at < reading.at), reading];
}

/** Return the readings of the last `ms`. */
export function recentReadings(readings: readonly Reading[], ms: number): Reading[] {
  const end = readings.at(-1)?.at ?? 0;
  return readings.filter(({ at }) => at > end - ms);
}
