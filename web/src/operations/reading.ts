import type { OperationsResponse } from "../contract/gateway";
import { shortServiceId } from "./response";
import type { SampleName } from "../contract/metrics";
import { increases, observedBetween, total, type HistogramName } from "./increase";
import { quantile, type Bucket } from "./quantile";
import { byLabel, max, samplesOf, sum, valuesOf } from "./samples";

/** Values of a figure's lines by name; null without a measurement. */
export type Lines = Readonly<Record<string, number | null>>;

export const LATENCIES = {
  waiting: "bluemoon_command_queue_duration_seconds",
  deciding: "bluemoon_batch_decide_duration_seconds",
  appending: "bluemoon_batch_append_duration_seconds",
  committed: "bluemoon_command_commit_duration_seconds",
  delivered: "bluemoon_command_delivery_duration_seconds",
} as const satisfies Readonly<Record<string, HistogramName>>;
export type Latency = keyof typeof LATENCIES;

/** Increases since the previous reading, used to detect problems. */
export interface Counts {
  calls: number;
  failedCalls: number;
  deadLetters: number;
  slowClients: number;
  refusedClients: number;
}

/** The figures at one time, and increases since the previous reading. */
export interface Reading {
  at: number;
  figures: Readonly<Record<FigureName, Lines>>;
  observed: Readonly<Record<Latency, Bucket[]>>;
  counts: Counts;
}

export type FigureName =
  | "tables"
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

const NO_COUNTS: Counts = { calls: 0, failedCalls: 0, deadLetters: 0, slowClients: 0, refusedClients: 0 };

/** Without a previous response there are no rates. */
export function createReading(now: OperationsResponse, before: OperationsResponse | null): Reading {
  const seconds = before ? (now.at - before.at) / 1000 : 0;
  const previous = seconds > 0 ? before : null;
  const observed = mapValues(LATENCIES, (name) => (previous ? observedBetween(previous, now, name) : []));
  return {
    at: now.at,
    observed,
    counts: previous ? countedBetween(previous, now) : NO_COUNTS,
    figures: {
      tables: now.tables ? { playing: now.tables.playing, open: now.tables.open, over: now.tables.over } : {},
      commands: commandsBetween(previous, now, seconds),
      ...mapValues(observed, (buckets) => ({ p50: quantile(0.5, buckets), p99: quantile(0.99, buckets) })),
      lag: aggregate(byLabel(now, "bluemoon_lag_entries", "follower"), sum),
      age: aggregate(byLabel(now, "bluemoon_oldest_unprocessed_seconds", "follower"), max),
      models: aggregate(byLabel(now, "bluemoon_read_model_age_seconds", "model"), max),
      sockets: {
        sockets: sum(valuesOf(now, "bluemoon_websocket_connections")),
        streams: sum(valuesOf(now, "bluemoon_sse_connections")),
      },
      subscriptions: aggregate(byLabel(now, "bluemoon_subscriptions", "topic"), sum),
      deadLetters: {
        deadLetters: now.dead_letters,
        mismatches: sum(valuesOf(now, "bluemoon_replay_mismatches_total")),
      },
      webhooks: {
        waiting: max(valuesOf(now, "bluemoon_webhook_waiting_messages")),
        webhookDeadLetters: max(valuesOf(now, "bluemoon_webhook_dead_letters")),
      },
      memory: ofServices(now, "process_resident_memory_bytes"),
      cpu: cpuBetween(previous, now, seconds),
      serverMemory: { used: now.server.used_memory_bytes },
      serverCpu: { used: previous ? serverCpu(previous, now, seconds) : null },
      serverOperations: { operations: now.server.operations_per_second },
      shards: {
        owned: sum(valuesOf(now, "bluemoon_shards_owned")),
        all: max(valuesOf(now, "bluemoon_shards")),
      },
    },
  };
}

function commandsBetween(before: OperationsResponse | null, now: OperationsResponse, seconds: number): Lines {
  if (!before) return { accepted: null, rejected: null };
  const rateOf = (outcome: string) =>
    total(increases(before, now, "bluemoon_commands_total", (labels) => labels.outcome === outcome)) /
    seconds;
  return { accepted: rateOf("accepted"), rejected: rateOf("rejected") };
}

function countedBetween(before: OperationsResponse, now: OperationsResponse): Counts {
  const calls = increases(before, now, "bluemoon_http_request_duration_seconds_count");
  return {
    calls: total(calls),
    failedCalls: total(calls.filter(({ labels }) => labels.status.startsWith("5"))),
    deadLetters: total(increases(before, now, "bluemoon_dead_letters_total")),
    slowClients: total(increases(before, now, "bluemoon_slow_clients_total")),
    refusedClients: total(
      increases(before, now, "bluemoon_refused_clients_total", (labels) => labels.limit === "process"),
    ),
  };
}

function ofServices(response: OperationsResponse, name: SampleName): Lines {
  return Object.fromEntries(
    response.services.map((service) => [shortServiceId(service), samplesOf(service, name)[0]?.value ?? null]),
  );
}

/** CPU usage as a share of one core. */
function cpuBetween(before: OperationsResponse | null, now: OperationsResponse, seconds: number): Lines {
  const used = before ? increases(before, now, "process_cpu_seconds_total") : [];
  return Object.fromEntries(
    now.services.map((service) => {
      const cpuIncrease = used.find((increase) => increase.service === service.id);
      return [shortServiceId(service), cpuIncrease ? cpuIncrease.by / seconds : null];
    }),
  );
}

/** After a restart the counter itself is the increase. */
function serverCpu(before: OperationsResponse, now: OperationsResponse, seconds: number): number {
  const used = now.server.cpu_seconds - before.server.cpu_seconds;
  return (used < 0 ? now.server.cpu_seconds : used) / seconds;
}

const aggregate = (groups: Map<string, number[]>, fold: (values: number[]) => number): Lines =>
  Object.fromEntries([...groups].map(([name, values]) => [name, fold(values)]));

function mapValues<Key extends string, From, To>(
  from: Readonly<Record<Key, From>>,
  change: (value: From) => To,
): Record<Key, To> {
  return Object.fromEntries(Object.entries<From>(from).map(([key, value]) => [key, change(value)])) as Record<
    Key,
    To
  >;
}
