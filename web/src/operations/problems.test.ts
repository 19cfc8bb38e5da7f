import { describe, expect, it } from "vitest";
import { lookAt, sample, service } from "../testing/looks";
import type { OperationsAnswer, Service } from "./answer";
import { remembered } from "./history";
import { idOf, since, troubles } from "./problems";
import { readingOf, type Reading } from "./reading";

const WELL = ["engine-1", "gateway", "notifier", "projector"].map((name) => service(name));

const withSamples = (name: string, ...samples: Service["samples"]): Service[] =>
  WELL.map((one) => (one.id === name ? { ...one, samples } : one));

function found(...looks: OperationsAnswer[]) {
  let readings: Reading[] = [];
  looks.forEach((look, index) => {
    readings = remembered(readings, readingOf(look, looks[index - 1] ?? null));
  });
  return troubles(looks.at(-1)!, readings).map(({ code, severity, about }) =>
    [code, severity, about].filter(Boolean).join(" "),
  );
}

describe("what is wrong", () => {
  it("is nothing when every kind of service answers and no figure is out of bounds", () => {
    expect(found(lookAt(0, ...WELL))).toEqual([]);
  });

  it("names a service that does not answer, and what nobody does without it", () => {
    const services = WELL.map((one) => (one.id === "engine-1" ? { ...one, up: false, ready: false } : one));
    expect(found(lookAt(0, ...services))).toEqual(["down bad engine-1", "noEngine bad"]);
  });

  it("is less bad when another of its kind answers", () => {
    const services = [...WELL, { ...service("engine-2"), up: false, ready: false }];
    expect(found(lookAt(0, ...services))).toEqual(["down warn engine-2"]);
  });

  it("comes worst first", () => {
    const services = withSamples(
      "engine-1",
      sample("bluemoon_webhook_dead", 2),
      sample("bluemoon_oldest_unprocessed_seconds", 11, { follower: "engine", shard: "3" }),
    );
    expect(found(lookAt(0, ...services))).toEqual(["commandsOld bad", "webhooksDead warn"]);
  });

  it("leaves the age of other followers alone, as the alert does", () => {
    const old = sample("bluemoon_oldest_unprocessed_seconds", 90, { follower: "projector", shard: "3" });
    expect(found(lookAt(0, ...withSamples("projector", old)))).toEqual([]);
  });

  it("tells a dead letter of this minute from one of last week", () => {
    const dead = (second: number, count: number) => ({
      ...lookAt(second, ...withSamples("engine-1", sample("bluemoon_dead_letters_total", count))),
      dead_letters: count,
    });
    expect(found(dead(0, 7), dead(2, 7))).toEqual(["deadLetters warn"]);
    expect(found(dead(0, 7), dead(2, 8))).toEqual(["deadLetters bad"]);
  });

  it("finds shards without an owner", () => {
    const shards = withSamples(
      "engine-1",
      sample("bluemoon_shards", 16),
      sample("bluemoon_shards_owned", 12),
    );
    expect(found(lookAt(0, ...shards))).toEqual(["shardsWithoutOwner bad"]);
  });

  it("waits for a hundred appends before it says that one in a hundred is slow", () => {
    const appends = (count: number) =>
      withSamples(
        "engine-1",
        sample("bluemoon_appending_seconds_bucket", 0, { le: "0.25" }),
        sample("bluemoon_appending_seconds_bucket", count, { le: "0.5" }),
        sample("bluemoon_appending_seconds_bucket", count, { le: "+Inf" }),
      );
    expect(found(lookAt(0, ...appends(0)), lookAt(2, ...appends(60)))).toEqual([]);
    expect(found(lookAt(0, ...appends(0)), lookAt(2, ...appends(60)), lookAt(4, ...appends(120)))).toEqual([
      "appendSlow warn",
    ]);
  });

  it("counts failed calls as a part of all", () => {
    const calls = (good: number, failed: number) =>
      withSamples(
        "gateway",
        sample("bluemoon_call_seconds_count", good, { operation: "get_view", status: "200" }),
        sample("bluemoon_call_seconds_count", failed, { operation: "get_view", status: "503" }),
      );
    expect(found(lookAt(0, ...calls(0, 0)), lookAt(2, ...calls(99, 1)))).toEqual([]);
    expect(found(lookAt(0, ...calls(0, 0)), lookAt(2, ...calls(50, 50)))).toEqual(["gatewayFails bad"]);
  });
});

it("remembers since when a trouble has been there, and forgets it when it is gone", () => {
  const trouble = { code: "down", severity: "bad", about: "engine-1" } as const;
  const first = since(new Map(), [trouble], 1000);
  const still = since(first, [trouble], 9000);
  expect(still.get(idOf(trouble))).toBe(1000);
  expect(since(since(still, [], 11_000), [trouble], 13_000).get(idOf(trouble))).toBe(13_000);
});
