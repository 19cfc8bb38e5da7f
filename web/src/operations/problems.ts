import { shownName, type OperationsAnswer } from "./answer";
import { ofLast } from "./history";
import { quantile, together } from "./quantile";
import type { Counted, Latency, Reading } from "./reading";
import { byLabel, greatest, sum, valuesOf } from "./samples";

/** `bad` is worth waking somebody for, `warn` can be told in the morning. */
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
  | "deadlinesOverdue"
  | "serverMemory"
  | "nobodyProjects"
  | "modelOld"
  | "projectorLags"
  | "gamesParked"
  | "gatewayFails"
  | "toldLate"
  | "slowClients"
  | "socketLimit"
  | "webhooksDead"
  | "webhooksWait";

export interface Trouble {
  code: ProblemCode;
  severity: Severity;
  /** Whom it is about, if there may be several of its kind. */
  about?: string;
  /** The figure that is out of bounds. */
  value?: number;
}

/** The bounds of deploy/prometheus/alerts.yml: this page and those who are woken mean the same. */
export const LIMITS = {
  commandAgeSeconds: 10,
  commandLag: 100,
  appendSeconds: 0.25,
  overdueSeconds: 30,
  serverMemory: 0.85,
  modelAgeSeconds: 60,
  projectorLag: 1000,
  failedCalls: 0.05,
  toldSeconds: 1,
  slowClients: 100,
  webhooksWaiting: 1000,
} as const;

const FIVE_MINUTES_MS = 5 * 60_000;

const KINDS = [
  ["engine", "noEngine", "bad"],
  ["gateway", "noGateway", "bad"],
  ["notifier", "noNotifier", "bad"],
  ["projector", "noProjector", "warn"],
] as const satisfies readonly (readonly [string, ProblemCode, Severity])[];

/**
 * What is wrong now, worst first. `readings` end with the one of `answer`; what alerts tell from five or
 * ten minutes is told from as much of them as the page has seen.
 */
export function troubles(answer: OperationsAnswer, readings: readonly Reading[]): Trouble[] {
  const found = [
    ...ofServices(answer),
    ...ofGames(answer, readings),
    ...ofReaders(answer, readings),
    ...ofClients(answer, readings),
  ];
  return found.sort((a, b) => Number(a.severity === "warn") - Number(b.severity === "warn"));
}

function* ofServices(answer: OperationsAnswer): Generator<Trouble> {
  for (const service of answer.services)
    if (!service.up) {
      const alone = !answer.services.some((other) => other.up && other.name === service.name);
      yield { code: "down", severity: alone ? "bad" : "warn", about: shownName(service) };
    }
  for (const [kind, code, severity] of KINDS)
    if (!answer.services.some((service) => service.up && service.name === kind)) yield { code, severity };
  for (const service of answer.services)
    if (service.up && !service.ready) yield { code: "notReady", severity: "warn", about: shownName(service) };
}

function* ofGames(answer: OperationsAnswer, readings: readonly Reading[]): Generator<Trouble> {
  const value = (name: string) => greatest(valuesOf(answer, name));
  const without = value("bluemoon_shards") - sum(valuesOf(answer, "bluemoon_shards_owned"));
  if (without > 0) yield { code: "shardsWithoutOwner", severity: "bad", value: without };
  const age = greatest(
    valuesOf(answer, "bluemoon_oldest_unprocessed_seconds", (labels) => labels.follower === "engine"),
  );
  if (age > LIMITS.commandAgeSeconds) yield { code: "commandsOld", severity: "bad", value: age };
  const lag = lagOf(answer, "engine");
  if (lag > LIMITS.commandLag) yield { code: "commandsWait", severity: "warn", value: lag };
  const append = slowest(readings, "appending");
  if (append > LIMITS.appendSeconds) yield { code: "appendSlow", severity: "warn", value: append };
  const dead = answer.dead_letters;
  if (dead > 0) {
    const fresh = counted(readings, "deadLetters") > 0;
    yield { code: "deadLetters", severity: fresh ? "bad" : "warn", value: dead };
  }
  const mismatches = sum(valuesOf(answer, "bluemoon_replay_mismatches_total"));
  if (mismatches > 0) yield { code: "replayMismatch", severity: "bad", value: mismatches };
  const overdue = value("bluemoon_overdue_deadline_seconds");
  if (overdue > LIMITS.overdueSeconds) yield { code: "deadlinesOverdue", severity: "warn", value: overdue };
  const memory = answer.server.memory_ratio;
  if (memory > LIMITS.serverMemory) yield { code: "serverMemory", severity: "bad", value: memory };
}

function* ofReaders(answer: OperationsAnswer, readings: readonly Reading[]): Generator<Trouble> {
  const projecting = valuesOf(
    answer,
    "bluemoon_projecting",
    (_labels, service) => service.name === "projector",
  );
  if (projecting.length > 0 && sum(projecting) === 0) yield { code: "nobodyProjects", severity: "warn" };
  for (const [model, ages] of byLabel(answer, "bluemoon_model_age_seconds", "model"))
    if (greatest(ages) > LIMITS.modelAgeSeconds)
      yield { code: "modelOld", severity: "warn", about: model, value: greatest(ages) };
  const lag = lagOf(answer, "projector");
  if (lag > LIMITS.projectorLag) yield { code: "projectorLags", severity: "warn", value: lag };
  for (const [model, games] of byLabel(answer, "bluemoon_parked_games", "model"))
    if (greatest(games) > 0)
      yield { code: "gamesParked", severity: "warn", about: model, value: greatest(games) };
  const recent = ofLast(readings, FIVE_MINUTES_MS);
  const calls = counted(recent, "calls");
  const failed = calls > 0 ? counted(recent, "failedCalls") / calls : 0;
  if (failed > LIMITS.failedCalls) yield { code: "gatewayFails", severity: "bad", value: failed };
}

function* ofClients(answer: OperationsAnswer, readings: readonly Reading[]): Generator<Trouble> {
  const told = slowest(readings, "told");
  if (told > LIMITS.toldSeconds) yield { code: "toldLate", severity: "warn", value: told };
  const slow = counted(readings, "slowClients");
  if (slow > LIMITS.slowClients) yield { code: "slowClients", severity: "warn", value: slow };
  const refused = counted(ofLast(readings, FIVE_MINUTES_MS), "refusedClients");
  if (refused > 0) yield { code: "socketLimit", severity: "bad", value: refused };
  const dead = greatest(valuesOf(answer, "bluemoon_webhook_dead"));
  if (dead > 0) yield { code: "webhooksDead", severity: "warn", value: dead };
  const waiting = greatest(valuesOf(answer, "bluemoon_webhook_waiting"));
  if (waiting > LIMITS.webhooksWaiting) yield { code: "webhooksWait", severity: "warn", value: waiting };
}

const lagOf = (answer: OperationsAnswer, follower: string) =>
  sum(valuesOf(answer, "bluemoon_lag_entries", (labels) => labels.follower === follower));

const counted = (readings: readonly Reading[], what: keyof Counted) =>
  sum(readings.map((reading) => reading.counted[what]));

/** How long one in a hundred takes, over five minutes; of fewer than that nothing can be said. */
function slowest(readings: readonly Reading[], what: Latency): number {
  const buckets = together(ofLast(readings, FIVE_MINUTES_MS).map((reading) => reading.observed[what]));
  const observed = buckets.at(-1)?.count ?? 0;
  return observed < 100 ? 0 : (quantile(0.99, buckets) ?? 0);
}

export const idOf = (trouble: Trouble): string => `${trouble.code} ${trouble.about ?? ""}`;

/** Since when each trouble has been there without a break, as far as the page has seen. */
export function since(
  before: ReadonlyMap<string, number>,
  now: readonly Trouble[],
  at: number,
): Map<string, number> {
  return new Map(now.map((trouble) => [idOf(trouble), before.get(idOf(trouble)) ?? at]));
}
