import { describe, expect, it } from "vitest";
import { ago, span } from "./time_words";

describe("spans of time", () => {
  it("are said in their largest even unit", () => {
    expect(span(60, "en")).toBe("1 minute");
    expect(span(90, "en")).toBe("90 seconds");
    expect(span(3 * 86_400, "de")).toBe("3 Tage");
  });

  it("that have passed are rounded down, and nothing is in the future", () => {
    expect(ago(0, 59_000, "en")).toBe("now");
    expect(ago(0, 61_000, "en")).toBe("1 minute ago");
    expect(ago(0, 3 * 3_600_000, "fr")).toBe("il y a 3 heures");
    expect(ago(5_000, 0, "en")).toBe("now");
  });
});
