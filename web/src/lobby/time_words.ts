import type { Language } from "../words/language";

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** `2 minutes`, `3 days`: a span in its largest even unit. */
export function span(seconds: number, language: Language): string {
  const [unit, size] = UNITS.find(([, size]) => seconds >= size && seconds % size === 0) ?? UNITS[3];
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(seconds / size);
}

/** `3 minutes ago`; anything under a minute is now. */
export function ago(at: number, now: number, language: Language): string {
  const seconds = Math.max(0, Math.round((now - at) / 1000));
  const words = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? UNITS[3];
  return unit === "second" ? words.format(0, "second") : words.format(-Math.floor(seconds / size), unit);
}
