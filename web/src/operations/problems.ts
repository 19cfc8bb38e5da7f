import type { OperationsResponse } from "../contract/gateway";
import { shortServiceId } from "./response";
import { recentReadings } from "./recent_readings";
import type { SampleName } from "../contract/metrics";
import { quantile, mergeHistograms } from "./quantile";
import type { Counts, Latency, Reading } from "./reading";
import { byLabel, max, sum, valuesOf } from "./samples";

/** `bad` is worth waking an operator, `warn` can wait until morning. */
export type Severity = "bad" | "warn";

export type ProblemCode =
  | "noEngine"
  | "noGateway"
  | "noNotifier"
  | "noProjector"
  | "down"
  | "notReady"
  | "shardsWithoutOwner"
  | "commandsOld"
  | "commandsWait"
  | "appendSlow"
  | "deadLetters"
  | "replayMismatch"
  | "unknownRules"
  | "deadlinesOverdue"
  | "serverMemory"
  | "nobodyProjects"
  | "modelOld"
  | "projectorLags"
  | "tablesParked"
  | "gatewayFails"
  | "deliverySlow"
  | "slowClients"
  | "socketLimit"
  | "webhookDeadLetters"
  | "webhooksWait";

export interface Problem {
  code: ProblemCode;
  severity: Severity;
  /** The service or read model concerned. */
  subject?: string;
  /** The value that exceeds its limit. */
  value?: number;
}

/** The limits of deploy/prometheus/alerts.yml, so that page and alerts agree. */
export const LIMITS = {
  commandAgeSeconds: 10,
  commandLag: 100,
  appendSeconds: 0.25,
  overdueSeconds: 30,
  serverMemory: 0.85,
  modelAgeSeconds: 60,
  projectorLag: 1000,
  failedCalls: 0.05,
  deliverySeconds: 1,
  slowClients: 100,
  webhooksWaiting: 1000,
} as const;

const FIVE_MINUTES_MS = 5 * 60_000;

const SERVICE_TYPES = [
  ["engine", "noEngine", "bad"],
  ["gateway", "noGateway", "bad"],
  ["notifier", "noNotifier", "bad"],
  ["projector", "noProjector", "warn"],
] as const satisfies readonly (readonly [string, ProblemCode, Severity])[];

/**
 * Return the current problems, worst first. The last of `readings` belongs to `response`. Alerts look back
 * five or ten minutes; this uses what the page has of that.
 */
export function findProblems(response: OperationsResponse, readings: readonly Reading[]): Problem[] {
  const problems = [
    ...serviceProblems(response),
    ...engineProblems(response, readings),
    ...readerProblems(response, readings),
    ...clientProblems(response, readings),
  ];
  return problems.sort((a, b) => Number(a.severity === "warn") - Number(b.severity === "warn"));
}

function* serviceProblems(response: OperationsResponse): Generator<Problem> {
  for (const service of response.services)
    if (!service.up) {
      const isLast = !response.services.some((other) => other.up && other.name === service.name);
      yield { code: "down", severity: isLast ? "bad" : "warn", subject: shortServiceId(service) };
    }
  for (const [serviceName, code, severity] of SERVICE_TYPES)
    if (!response.services.some((service) => service.up && service.name === serviceName))
      yield { code, severity };
  for (const service of response.services)
    if (service.up && !service.ready)
      yield { code: "notReady", severity: "warn", subject: shortServiceId(service) };
}

function* engineProblems(response: OperationsResponse, readings: readonly Reading[]): Generator<Problem> {
  const value = (name: SampleName) => max(valuesOf(response, name));
  const unowned = value("bluemoon_shards") - sum(valuesOf(response, "bluemoon_shards_owned"));
  if (unowned > 0) yield { code: "shardsWithoutOwner", severity: "bad", value: unowned };
  const age = max(
    valuesOf(response, "bluemoon_oldest_unprocessed_seconds", (labels) => labels.follower === "engine"),
  );
  if (age > LIMITS.commandAgeSeconds) yield { code: "commandsOld", severity: "bad", value: age };
  const lag = lagOf(response, "engine");
  if (lag > LIMITS.commandLag) yield { code: "commandsWait", severity: "warn", value: lag };
  const append = slowPercentile(readings, "appending");
  if (append > LIMITS.appendSeconds) yield { code: "appendSlow", severity: "warn", value: append };
  const deadLetters = response.dead_letters;
  if (deadLetters > 0) {
    const isRecent = sumOf(readings, "deadLetters") > 0;
    yield { code: "deadLetters", severity: isRecent ? "bad" : "warn", value: deadLetters };
  }
  const mismatches = sum(valuesOf(response, "bluemoon_replay_mismatches_total"));
  if (mismatches > 0) yield { code: "replayMismatch", severity: "bad", value: mismatches };
  const unknownRules = sum(valuesOf(response, "bluemoon_unknown_rules_total"));
  if (unknownRules > 0) yield { code: "unknownRules", severity: "bad", value: unknownRules };
  const overdue = value("bluemoon_overdue_deadline_seconds");
  if (overdue > LIMITS.overdueSeconds) yield { code: "deadlinesOverdue", severity: "warn", value: overdue };
  const memory = response.server.memory_ratio;
  if (memory > LIMITS.serverMemory) yield { code: "serverMemory", severity: "bad", value: memory };
}

function* readerProblems(response: OperationsResponse, readings: readonly Reading[]): Generator<Problem> {
  const projecting = valuesOf(
    response,
    "bluemoon_projector_leader",
    (_labels, service) => service.name === "projector",
  );
  if (projecting.length > 0 && sum(projecting) === 0) yield { code: "nobodyProjects", severity: "warn" };
  for (const [model, ages] of byLabel(response, "bluemoon_read_model_age_seconds", "model"))
    if (max(ages) > LIMITS.modelAgeSeconds)
      yield { code: "modelOld", severity: "warn", subject: model, value: max(ages) };
  const lag = lagOf(response, "projector");
  if (lag > LIMITS.projectorLag) yield { code: "projectorLags", severity: "warn", value: lag };
  for (const [model, counts] of byLabel(response, "bluemoon_parked_tables", "model"))
    if (max(counts) > 0) yield { code: "tablesParked", severity: "warn", subject: model, value: max(counts) };
  const recent = recentReadings(readings, FIVE_MINUTES_MS);
  const calls = sumOf(recent, "calls");
  const failed = calls > 0 ? sumOf(recent, "failedCalls") / calls : 0;
  if (failed > LIMITS.failedCalls) yield { code: "gatewayFails", severity: "bad", value: failed };
}

function* clientProblems(response: OperationsResponse, readings: readonly Reading[]): Generator<Problem> {
  const delivery = slowPercentile(readings, "delivered");
  if (delivery > LIMITS.deliverySeconds) yield { code: "deliverySlow", severity: "warn", value: delivery };
  const slow = sumOf(readings, "slowClients");
  if (slow > LIMITS.slowClients) yield { code: "slowClients", severity: "warn", value: slow };
  const refused = sumOf(recentReadings(readings, FIVE_MINUTES_MS), "refusedClients");
  if (refused > 0) yield { code: "socketLimit", severity: "bad", value: refused };
  const deadLetters = max(valuesOf(response, "bluemoon_webhook_dead_letters"));
  if (deadLetters > 0) yield { code: "webhookDeadLetters", severity: "warn", value: deadLetters };
  const waiting = max(valuesOf(response, "bluemoon_webhook_waiting_messages"));
  if (waiting > LIMITS.webhooksWaiting) yield { code: "webhooksWait", severity: "warn", value: waiting };
}

const lagOf = (response: OperationsResponse, follower: string) =>
  sum(valuesOf(response, "bluemoon_lag_entries", (labels) => labels.follower === follower));

const sumOf = (readings: readonly Reading[], what: keyof Counts) =>
  sum(readings.map((reading) => reading.counts[what]));

/** Return the 99th percentile over five minutes, or 0 with fewer than a hundred observations. */
function slowPercentile(readings: readonly Reading[], what: Latency): number {
  const buckets = mergeHistograms(
    recentReadings(readings, FIVE_MINUTES_MS).map((reading) => reading.observed[what]),
  );
  const observed = buckets.at(-1)?.count ?? 0;
  return observed < 100 ? 0 : (quantile(0.99, buckets) ?? 0);
}

export const idOf = (problem: Problem): string => `${problem.code} ${problem.subject ?? ""}`;

/** Update since when each problem exists without interruption. */
export function updateFirstSeen(
  before: ReadonlyMap<string, number>,
  now: readonly Problem[],
  at: number,
): Map<string, number> {
  return new Map(now.map((problem) => [idOf(problem), before.get(idOf(problem)) ?? at]));
}
