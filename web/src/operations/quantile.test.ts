import { describe, expect, it } from "vitest";
import { quantile, mergeHistograms } from "./quantile";

const histogram = (...counts: [upTo: number, count: number][]) =>
  counts.map(([upTo, count]) => ({ upTo, count }));

describe("a quantile is computed like in Prometheus", () => {
  const usual = histogram([0.1, 10], [0.5, 30], [1, 40], [Infinity, 40]);

  it("assumes an even distribution within a bucket", () => {
    // Rank 20 is the tenth of twenty observations between 0.1 and 0.5.
    expect(quantile(0.5, usual)).toBeCloseTo(0.3, 12);
    expect(quantile(0.99, usual)).toBeCloseTo(0.98, 12);
  });

  it("assumes that the first bucket starts at 0", () => {
    expect(quantile(0.125, usual)).toBeCloseTo(0.05, 12);
  });

  it("is the last finite bound for values beyond it", () => {
    expect(quantile(0.99, histogram([0.1, 1], [2.5, 2], [Infinity, 100]))).toBe(2.5);
  });

  it("matches the alert's test in deploy/prometheus", () => {
    // histogram_quantile(0.99) over 900 within 0.1 and 1000 within 2.5 is 2.26.
    expect(quantile(0.99, histogram([0.1, 900], [2.5, 1000], [Infinity, 1000]))).toBeCloseTo(2.26, 12);
  });

  it("is null without observations", () => {
    expect(quantile(0.5, histogram([0.1, 0], [Infinity, 0]))).toBeNull();
    expect(quantile(0.5, [])).toBeNull();
  });

  it("is null without the +Inf bucket", () => {
    expect(quantile(0.5, histogram([0.1, 3], [1, 4]))).toBeNull();
  });

  it("ignores the order of buckets and tolerates one read too early", () => {
    expect(quantile(0.5, [...usual].reverse())).toBeCloseTo(0.3, 12);
    expect(quantile(0.5, histogram([0.1, 10], [0.5, 9], [1, 20], [Infinity, 20]))).toBeCloseTo(0.1, 12);
  });
});

it("merges histograms by bound", () => {
  expect(mergeHistograms([histogram([1, 2], [Infinity, 3]), histogram([Infinity, 5], [1, 1])])).toEqual(
    histogram([1, 3], [Infinity, 8]),
  );
});
