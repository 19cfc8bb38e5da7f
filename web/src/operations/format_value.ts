/** Unit of a figure. `share` is a fraction. */
export type Unit = "count" | "rate" | "seconds" | "bytes" | "share";

const KIB = 1024;

/** Format a value with its unit, short enough for a chart. */
export function formatValue(value: number, unit: Unit, language: string): string {
  const number = (displayed: number, options: Intl.NumberFormatOptions = {}) =>
    new Intl.NumberFormat(language, { maximumSignificantDigits: 3, ...options }).format(displayed);
  switch (unit) {
    case "count":
      return number(value, value < 10_000 ? { maximumSignificantDigits: 4 } : { notation: "compact" });
    case "rate":
      return number(value, { maximumSignificantDigits: 3 });
    case "seconds":
      return formatDuration(value, number);
    case "bytes": {
      const mebibytes = value / KIB ** 2;
      return mebibytes < KIB ? `${number(mebibytes)}\u00a0MiB` : `${number(mebibytes / KIB)}\u00a0GiB`;
    }
    case "share":
      return number(value, { style: "percent", maximumSignificantDigits: 2 });
  }
}

type NumberWriter = (displayed: number, options?: Intl.NumberFormatOptions) => string;

/** SI symbols are the same in all our languages; days have none. */
function formatDuration(seconds: number, number: NumberWriter): string {
  if (seconds === 0) return "0\u00a0s";
  if (seconds < 0.001) return `${number(seconds * 1e6)}\u00a0µs`;
  if (seconds < 1) return `${number(seconds * 1000)}\u00a0ms`;
  if (seconds < 120) return `${number(seconds)}\u00a0s`;
  if (seconds < 7200) return `${number(Math.round(seconds / 60))}\u00a0min`;
  if (seconds < 172_800) return `${number(Math.round(seconds / 3600))}\u00a0h`;
  return number(Math.round(seconds / 86_400), { style: "unit", unit: "day", unitDisplay: "long" });
}

/** Round up to a value for the top of an axis. */
export function roundUp(value: number, unit: Unit): number {
  if (unit === "bytes") {
    let top = KIB ** 2;
    while (top < value) top *= 2;
    return top;
  }
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 5, 10].find((step) => step * power >= value * 0.999999)!;
  const top = step * power;
  return unit === "count" ? Math.max(1, top) : top;
}
