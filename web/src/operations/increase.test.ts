import { describe, expect, it } from "vitest";
import { increases, observedBetween, total } from "./increase";
import { operationsAt, sample, service } from "../testing/operations";

const COUNTER = "bluemoon_webhook_attempts_total";
const HISTOGRAM = "bluemoon_command_queue_duration_seconds";
const counting = (value: number, outcome = "delivered") => sample(COUNTER, value, { outcome });

describe("the increase of a counter", () => {
  it("is the difference between two responses, per label set", () => {
    const before = operationsAt(0, service("engine-1", [counting(5, "a"), counting(7, "b")]));
    const now = operationsAt(2, service("engine-1", [counting(6, "a"), counting(11, "b")]));
    expect(increases(before, now, COUNTER).map(({ labels, by }) => [labels.outcome, by])).toEqual([
      ["a", 1],
      ["b", 4],
    ]);
  });

  it("is the new value after a restart", () => {
    const before = operationsAt(0, service("engine-1", [counting(500)]));
    expect(total(increases(before, operationsAt(2, service("engine-1", [counting(3)])), COUNTER))).toBe(3);
  });

  it("starts at 0 for a new counter of a known service", () => {
    const before = operationsAt(0, service("engine-1", []));
    expect(total(increases(before, operationsAt(2, service("engine-1", [counting(3)])), COUNTER))).toBe(3);
  });

  it("is unknown for a service that was down before", () => {
    const before = operationsAt(0, { ...service("engine-1", []), up: false });
    expect(increases(before, operationsAt(2, service("engine-1", [counting(900)])), COUNTER)).toEqual([]);
  });

  it("is summed over services", () => {
    const before = operationsAt(0, service("engine-1", [counting(1)]), service("engine-2", [counting(10)]));
    const now = operationsAt(2, service("engine-1", [counting(3)]), service("engine-2", [counting(14)]));
    expect(total(increases(before, now, COUNTER))).toBe(6);
  });
});

it("observations between two responses form one histogram over all services", () => {
  const buckets = (...counts: number[]) =>
    ["0.5", "1", "+Inf"].map((le, index) => ({
      name: `${HISTOGRAM}_bucket`,
      labels: { le },
      value: counts[index]!,
    }));
  const before = operationsAt(0, service("a", buckets(1, 2, 3)), service("b", buckets(0, 0, 0)));
  const now = operationsAt(2, service("a", buckets(2, 4, 6)), service("b", buckets(5, 5, 5)));
  expect(observedBetween(before, now, HISTOGRAM)).toEqual([
    { upTo: 0.5, count: 6 },
    { upTo: 1, count: 7 },
    { upTo: Infinity, count: 8 },
  ]);
});
