import { expect, it } from "vitest";
import { operationsAt, sample, service } from "../testing/operations";
import { createReading } from "./reading";

it("has no rates with a single response", () => {
  const { commands, cpu, deciding } = createReading(operationsAt(0, service("engine-1")), null).figures;
  expect(commands).toEqual({ accepted: null, rejected: null });
  expect(cpu).toEqual({ "engine-1": null });
  expect(deciding).toEqual({ p50: null, p99: null });
});

it("counts commands per second by outcome", () => {
  const commands = (accepted: number, unknown: number, illegal: number) => [
    sample("bluemoon_commands_total", accepted, { action: "play", outcome: "accepted", code: "" }),
    sample("bluemoon_commands_total", unknown, { action: "play", outcome: "rejected", code: "unknown" }),
    sample("bluemoon_commands_total", illegal, { action: "play", outcome: "rejected", code: "illegal" }),
  ];
  const before = operationsAt(0, service("engine-1", commands(10, 0, 0)));
  const now = operationsAt(2, service("engine-1", commands(50, 1, 3)));
  expect(createReading(now, before).figures.commands).toEqual({ accepted: 20, rejected: 2 });
});

it("sums the lag of a follower's shards and takes their maximum age", () => {
  const shard = (number: string, lag: number, age: number) => [
    sample("bluemoon_lag_entries", lag, { shard: number, follower: "projector" }),
    sample("bluemoon_oldest_unprocessed_seconds", age, { shard: number, follower: "projector" }),
  ];
  const { figures } = createReading(
    operationsAt(0, service("projector", [...shard("0", 2, 0.5), ...shard("1", 3, 4)])),
    null,
  );
  expect(figures.lag).toEqual({ projector: 5 });
  expect(figures.age).toEqual({ projector: 4 });
});

it("measures CPU as a share of one core", () => {
  const cpu = (seconds: number) => service("engine-1", [sample("process_cpu_seconds_total", seconds)]);
  expect(createReading(operationsAt(2, cpu(11)), operationsAt(0, cpu(10))).figures.cpu).toEqual({
    "engine-1": 0.5,
  });
});
