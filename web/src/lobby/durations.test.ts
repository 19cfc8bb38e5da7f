import { describe, expect, it } from "vitest";
import { formatAge, formatDuration } from "./durations";

describe("durations", () => {
  it("use their largest even unit", () => {
    expect(formatDuration(60, "en")).toBe("1 minute");
    expect(formatDuration(90, "en")).toBe("90 seconds");
    expect(formatDuration(3 * 86_400, "de")).toBe("3 Tage");
  });

  it("in the past are rounded down and never in the future", () => {
    expect(formatAge(0, 59_000, "en")).toBe("now");
    expect(formatAge(0, 61_000, "en")).toBe("1 minute ago");
    expect(formatAge(0, 3 * 3_600_000, "fr")).toBe("il y a 3 heures");
    expect(formatAge(5_000, 0, "en")).toBe("now");
  });
});
