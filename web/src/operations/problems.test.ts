import type { OperationsResponse } from "../contract/gateway";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { operationsAt, sample, service } from "../testing/operations";
import type { Service } from "./response";
import { appendReading } from "./recent_readings";
import { idOf, updateFirstSeen, findProblems, LIMITS } from "./problems";
import { createReading, type Reading } from "./reading";

const HEALTHY = ["engine-1", "gateway", "notifier", "projector"].map((name) => service(name));

const withSamples = (name: string, ...samples: Service["samples"]): Service[] =>
  HEALTHY.map((candidate) => (candidate.id === name ? { ...candidate, samples } : candidate));

function problemsAfter(...responses: OperationsResponse[]) {
  let readings: Reading[] = [];
  responses.forEach((response, index) => {
    readings = appendReading(readings, createReading(response, responses[index - 1] ?? null));
  });
  return findProblems(responses.at(-1)!, readings).map(({ code, severity, subject }) =>
    [code, severity, subject].filter(Boolean).join(" "),
  );
}

describe("problems", () => {
  it("are empty when all services are up and all figures within limits", () => {
    expect(problemsAfter(operationsAt(0, ...HEALTHY))).toEqual([]);
  });

  it("include a service that is down, and a missing service type", () => {
    const services = HEALTHY.map((candidate) =>
      candidate.id === "engine-1" ? { ...candidate, up: false, ready: false } : candidate,
    );
    expect(problemsAfter(operationsAt(0, ...services))).toEqual(["down bad engine-1", "noEngine bad"]);
  });

  it("are less severe when another instance is up", () => {
    const services = [...HEALTHY, { ...service("engine-2"), up: false, ready: false }];
    expect(problemsAfter(operationsAt(0, ...services))).toEqual(["down warn engine-2"]);
  });

  it("are sorted by severity", () => {
    const services = withSamples(
      "engine-1",
      sample("bluemoon_webhook_dead_letters", 2),
      sample("bluemoon_oldest_unprocessed_seconds", 11, { follower: "engine", shard: "3" }),
    );
    expect(problemsAfter(operationsAt(0, ...services))).toEqual([
      "commandsOld bad",
      "webhookDeadLetters warn",
    ]);
  });

  it("ignore the age of other followers, like the alert", () => {
    const old = sample("bluemoon_oldest_unprocessed_seconds", 90, { follower: "projector", shard: "3" });
    expect(problemsAfter(operationsAt(0, ...withSamples("projector", old)))).toEqual([]);
  });

  it("distinguish recent dead letters from old ones", () => {
    const withDeadLetters = (second: number, count: number) => ({
      ...operationsAt(second, ...withSamples("engine-1", sample("bluemoon_dead_letters_total", count))),
      dead_letters: count,
    });
    expect(problemsAfter(withDeadLetters(0, 7), withDeadLetters(2, 7))).toEqual(["deadLetters warn"]);
    expect(problemsAfter(withDeadLetters(0, 7), withDeadLetters(2, 8))).toEqual(["deadLetters bad"]);
  });

  it("include shards without an owner", () => {
    const shards = withSamples(
      "engine-1",
      sample("bluemoon_shards", 16),
      sample("bluemoon_shards_owned", 12),
    );
    expect(problemsAfter(operationsAt(0, ...shards))).toEqual(["shardsWithoutOwner bad"]);
  });

  it("include slow appends only after a hundred observations", () => {
    const appends = (count: number) =>
      withSamples(
        "engine-1",
        sample("bluemoon_batch_append_duration_seconds_bucket", 0, { le: "0.25" }),
        sample("bluemoon_batch_append_duration_seconds_bucket", count, { le: "0.5" }),
        sample("bluemoon_batch_append_duration_seconds_bucket", count, { le: "+Inf" }),
      );
    expect(problemsAfter(operationsAt(0, ...appends(0)), operationsAt(2, ...appends(60)))).toEqual([]);
    expect(
      problemsAfter(
        operationsAt(0, ...appends(0)),
        operationsAt(2, ...appends(60)),
        operationsAt(4, ...appends(120)),
      ),
    ).toEqual(["appendSlow warn"]);
  });

  it("include failed requests as a share of all", () => {
    const calls = (good: number, failed: number) =>
      withSamples(
        "gateway",
        sample("bluemoon_http_request_duration_seconds_count", good, {
          operation: "get_view",
          status: "200",
        }),
        sample("bluemoon_http_request_duration_seconds_count", failed, {
          operation: "get_view",
          status: "503",
        }),
      );
    expect(problemsAfter(operationsAt(0, ...calls(0, 0)), operationsAt(2, ...calls(99, 1)))).toEqual([]);
    expect(problemsAfter(operationsAt(0, ...calls(0, 0)), operationsAt(2, ...calls(50, 50)))).toEqual([
      "gatewayFails bad",
    ]);
  });
});

it("tracks since when a problem exists and forgets resolved ones", () => {
  const problem = { code: "down", severity: "bad", subject: "engine-1" } as const;
  const first = updateFirstSeen(new Map(), [problem], 1000);
  const still = updateFirstSeen(first, [problem], 9000);
  expect(still.get(idOf(problem))).toBe(1000);
  expect(updateFirstSeen(updateFirstSeen(still, [], 11_000), [problem], 13_000).get(idOf(problem))).toBe(
    13_000,
  );
});

/** The alert that has each limit. */
const ALERTS: Record<keyof typeof LIMITS, string> = {
  commandAgeSeconds: "CommandsDelayed",
  commandLag: "CommandLagGrowing",
  appendSeconds: "AppendsSlow",
  overdueSeconds: "DeadlinesOverdue",
  serverMemory: "ServerMemoryHigh",
  modelAgeSeconds: "ReadModelStale",
  projectorLag: "ProjectorLagging",
  failedCalls: "GatewayErrors",
  deliverySeconds: "DeliverySlow",
  slowClients: "SlowClients",
  webhooksWaiting: "WebhookBacklog",
};

it("limits are those of the alerts", () => {
  const rules = readFileSync("../deploy/prometheus/alerts.yml", "utf8").split("- alert: ");
  const limitOf = (alert: string) => {
    const rule = rules.find((text) => text.startsWith(`${alert}\n`));
    return Number(/expr:[\s\S]*?> ([\d.]+)$/m.exec(rule ?? "")?.[1]);
  };
  const limits = Object.entries(ALERTS).map(([name, alert]) => [name, limitOf(alert)]);
  expect(Object.fromEntries(limits)).toEqual(LIMITS);
});
