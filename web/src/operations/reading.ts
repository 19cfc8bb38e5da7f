import { shownName, type OperationsAnswer } from "./answer";
import { increases, observedBetween, total } from "./increase";
import { quantile, type Bucket } from "./quantile";
import { byLabel, greatest, sum, valuesOf } from "./samples";

/** The lines of a figure by name; null where there was nothing to measure. */
export type Lines = Readonly<Record<string, number | null>>;

export const LATENCIES = {
  waiting: "bluemoon_command_waiting_seconds",
  deciding: "bluemoon_deciding_seconds",
  appending: "bluemoon_appending_seconds",
  committed: "bluemoon_arrival_to_commit_seconds",
  told: "bluemoon_arrival_to_sent_seconds",
} as const;
export type Latency = keyof typeof LATENCIES;

/** What problems are told from over minutes: counted since the look before. */
export interface Counted {
  calls: number;
  failedCalls: number;
  deadLetters: number;
  slowClients: number;
  refusedClients: number;
}

/** One look at the system: what was seen at that moment, and what had happened since the one before. */
export interface Reading {
  at: number;
  figures: Readonly<Record<FigureName, Lines>>;
  observed: Readonly<Record<Latency, Bucket[]>>;
  counted: Counted;
}

export type FigureName =
  | "games"
  | "commands"
  | Latency
  | "lag"
  | "age"
  | "models"
  | "sockets"
  | "subscriptions"
  | "deadLetters"
  | "webhooks"
  | "memory"
  | "cpu"
  | "serverMemory"
  | "serverCpu"
  | "serverOperations"
  | "shards";

const NOTHING: Counted = { calls: 0, failedCalls: 0, deadLetters: 0, slowClients: 0, refusedClients: 0 };

/** `before` is the look before, if there was one: without it nothing can be said about rates. */
export function readingOf(now: OperationsAnswer, before: OperationsAnswer | null): Reading {
  const seconds = before ? (now.at - before.at) / 1000 : 0;
  const past = seconds > 0 ? before : null;
  const observed = mapped(LATENCIES, (name) => (past ? observedBetween(past, now, name) : []));
  return {
    at: now.at,
    observed,
    counted: past ? countedBetween(past, now) : NOTHING,
    figures: {
      games: now.games ? { playing: now.games.playing, open: now.games.open, over: now.games.over } : {},
      commands: commandsBetween(past, now, seconds),
      ...mapped(observed, (buckets) => ({ p50: quantile(0.5, buckets), p99: quantile(0.99, buckets) })),
      lag: folded(byLabel(now, "bluemoon_lag_entries", "follower"), sum),
      age: folded(byLabel(now, "bluemoon_oldest_unprocessed_seconds", "follower"), greatest),
      models: folded(byLabel(now, "bluemoon_model_age_seconds", "model"), greatest),
      sockets: {
        sockets: sum(valuesOf(now, "bluemoon_open_sockets")),
        streams: sum(valuesOf(now, "bluemoon_open_streams")),
      },
      subscriptions: folded(byLabel(now, "bluemoon_subscriptions", "topic"), sum),
      deadLetters: {
        deadLetters: now.dead_letters,
        mismatches: sum(valuesOf(now, "bluemoon_replay_mismatches_total")),
      },
      webhooks: {
        waiting: greatest(valuesOf(now, "bluemoon_webhook_waiting")),
        dead: greatest(valuesOf(now, "bluemoon_webhook_dead")),
      },
      memory: ofServices(now, "process_resident_memory_bytes"),
      cpu: cpuBetween(past, now, seconds),
      serverMemory: { used: now.server.used_memory_bytes },
      serverCpu: { used: past ? serverCpu(past, now, seconds) : null },
      serverOperations: { operations: now.server.operations_per_second },
      shards: {
        owned: sum(valuesOf(now, "bluemoon_shards_owned")),
        all: greatest(valuesOf(now, "bluemoon_shards")),
      },
    },
  };
}

function commandsBetween(before: OperationsAnswer | null, now: OperationsAnswer, seconds: number): Lines {
  if (!before) return { accepted: null, rejected: null };
  const of = (outcome: string) =>
    total(increases(before, now, "bluemoon_commands_total", (labels) => labels.outcome === outcome)) /
    seconds;
  return { accepted: of("accepted"), rejected: of("rejected") };
}

function countedBetween(before: OperationsAnswer, now: OperationsAnswer): Counted {
  const calls = increases(before, now, "bluemoon_call_seconds_count");
  return {
    calls: total(calls),
    failedCalls: total(calls.filter(({ labels }) => labels.status?.startsWith("5"))),
    deadLetters: total(increases(before, now, "bluemoon_dead_letters_total")),
    slowClients: total(increases(before, now, "bluemoon_slow_clients_total")),
    refusedClients: total(
      increases(before, now, "bluemoon_refused_clients_total", (labels) => labels.limit === "process"),
    ),
  };
}

function ofServices(answer: OperationsAnswer, name: string): Lines {
  return Object.fromEntries(
    answer.services.map((service) => [
      shownName(service),
      service.samples.find((sample) => sample.name === name)?.value ?? null,
    ]),
  );
}

/** Of one core: 1 is a core at work all the time. */
function cpuBetween(before: OperationsAnswer | null, now: OperationsAnswer, seconds: number): Lines {
  const used = before ? increases(before, now, "process_cpu_seconds_total") : [];
  return Object.fromEntries(
    now.services.map((service) => {
      const grown = used.find((one) => one.service === service.id);
      return [shownName(service), grown ? grown.by / seconds : null];
    }),
  );
}

/** A server that was started again has used what it shows. */
function serverCpu(before: OperationsAnswer, now: OperationsAnswer, seconds: number): number {
  const used = now.server.cpu_seconds - before.server.cpu_seconds;
  return (used < 0 ? now.server.cpu_seconds : used) / seconds;
}

const folded = (groups: Map<string, number[]>, fold: (values: number[]) => number): Lines =>
  Object.fromEntries([...groups].map(([name, values]) => [name, fold(values)]));

function mapped<Key extends string, From, To>(
  from: Readonly<Record<Key, From>>,
  change: (value: From) => To,
): Record<Key, To> {
  return Object.fromEntries(Object.entries<From>(from).map(([key, value]) => [key, change(value)])) as Record<
    Key,
    To
  >;
}
