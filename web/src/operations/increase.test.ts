import { describe, expect, it } from "vitest";
import { increases, observedBetween, total } from "./increase";
import { lookAt, service } from "../testing/looks";

const counting = (value: number, labels: Record<string, string> = {}) => ({ name: "c_total", labels, value });

describe("what a counter has grown by", () => {
  it("is the difference between two looks, label by label", () => {
    const before = lookAt(0, service("engine-1", [counting(5, { code: "a" }), counting(7, { code: "b" })]));
    const now = lookAt(2, service("engine-1", [counting(6, { code: "a" }), counting(11, { code: "b" })]));
    expect(increases(before, now, "c_total").map(({ labels, by }) => [labels.code, by])).toEqual([
      ["a", 1],
      ["b", 4],
    ]);
  });

  it("is what it shows after its process began again", () => {
    const before = lookAt(0, service("engine-1", [counting(500)]));
    expect(total(increases(before, lookAt(2, service("engine-1", [counting(3)])), "c_total"))).toBe(3);
  });

  it("counts from 0 what a service had not counted before", () => {
    const before = lookAt(0, service("engine-1", []));
    expect(total(increases(before, lookAt(2, service("engine-1", [counting(3)])), "c_total"))).toBe(3);
  });

  it("says nothing of a service that did not answer before", () => {
    const before = lookAt(0, { ...service("engine-1", []), up: false });
    expect(increases(before, lookAt(2, service("engine-1", [counting(900)])), "c_total")).toEqual([]);
  });

  it("adds services up", () => {
    const before = lookAt(0, service("engine-1", [counting(1)]), service("engine-2", [counting(10)]));
    const now = lookAt(2, service("engine-1", [counting(3)]), service("engine-2", [counting(14)]));
    expect(total(increases(before, now, "c_total"))).toBe(6);
  });
});

it("observations between two looks are one histogram over all services", () => {
  const buckets = (...counts: number[]) =>
    ["0.5", "1", "+Inf"].map((le, index) => ({ name: "h_bucket", labels: { le }, value: counts[index]! }));
  const before = lookAt(0, service("a", buckets(1, 2, 3)), service("b", buckets(0, 0, 0)));
  const now = lookAt(2, service("a", buckets(2, 4, 6)), service("b", buckets(5, 5, 5)));
  expect(observedBetween(before, now, "h")).toEqual([
    { upTo: 0.5, count: 6 },
    { upTo: 1, count: 7 },
    { upTo: Infinity, count: 8 },
  ]);
});
