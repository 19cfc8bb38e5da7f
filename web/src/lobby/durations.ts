import type { Language } from "../words/language";

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** Format a duration in its largest even unit: `2 minutes`, `3 days`. */
export function formatDuration(seconds: number, language: Language): string {
  const [unit, size] = UNITS.find(([, size]) => seconds >= size && seconds % size === 0) ?? UNITS[3];
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(seconds / size);
}

/** Format a past time: `3 minutes ago`; under a minute is now. */
export function formatAge(at: number, now: number, language: Language): string {
  const seconds = Math.max(0, Math.round((now - at) / 1000));
  const formatter = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? UNITS[3];
  return unit === "second"
    ? formatter.format(0, "second")
    : formatter.format(-Math.floor(seconds / size), unit);
}
