import { expect, it } from "vitest";
import { lookAt, sample, service } from "../testing/looks";
import { readingOf } from "./reading";

it("knows no rates from a single look", () => {
  const { commands, cpu, deciding } = readingOf(lookAt(0, service("engine-1")), null).figures;
  expect(commands).toEqual({ accepted: null, rejected: null });
  expect(cpu).toEqual({ "engine-1": null });
  expect(deciding).toEqual({ p50: null, p99: null });
});

it("tells commands a second by what came of them", () => {
  const commands = (accepted: number, unknown: number, illegal: number) => [
    sample("bluemoon_commands_total", accepted, { kind: "play", outcome: "accepted", code: "" }),
    sample("bluemoon_commands_total", unknown, { kind: "play", outcome: "rejected", code: "unknown" }),
    sample("bluemoon_commands_total", illegal, { kind: "play", outcome: "rejected", code: "illegal" }),
  ];
  const before = lookAt(0, service("engine-1", commands(10, 0, 0)));
  const now = lookAt(2, service("engine-1", commands(50, 1, 3)));
  expect(readingOf(now, before).figures.commands).toEqual({ accepted: 20, rejected: 2 });
});

it("adds the lag of a follower's shards and takes the oldest of their ages", () => {
  const shard = (number: string, lag: number, age: number) => [
    sample("bluemoon_lag_entries", lag, { shard: number, follower: "projector" }),
    sample("bluemoon_oldest_unprocessed_seconds", age, { shard: number, follower: "projector" }),
  ];
  const { figures } = readingOf(
    lookAt(0, service("projector", [...shard("0", 2, 0.5), ...shard("1", 3, 4)])),
    null,
  );
  expect(figures.lag).toEqual({ projector: 5 });
  expect(figures.age).toEqual({ projector: 4 });
});

it("measures CPU as a part of one core", () => {
  const cpu = (seconds: number) => service("engine-1", [sample("process_cpu_seconds_total", seconds)]);
  expect(readingOf(lookAt(2, cpu(11)), lookAt(0, cpu(10))).figures.cpu).toEqual({ "engine-1": 0.5 });
});
