import type { OperationsResponse } from "../contract/gateway";
import type { SampleName } from "../contract/metrics";
import type { Bucket } from "./quantile";
import { mergeHistograms } from "./quantile";
import { samplesOf, type Labels, type SampleFilter } from "./samples";

/** A metric that is exposed in buckets. */
export type HistogramName = SampleName extends infer Name
  ? Name extends `${infer Histogram}_bucket`
    ? Histogram
    : never
  : never;
export type BucketName = `${HistogramName}_bucket`;

/** The increase of a counter. */
export interface Increase<Name extends SampleName> {
  service: string;
  labels: Labels<Name>;
  by: number;
}

/**
 * Return the increases of counters between two responses. A lower value means a restart, so the increase is
 * the new value. A new counter of a service that was up before started at 0. Services that were down before
 * are skipped.
 */
export function increases<Name extends SampleName>(
  before: OperationsResponse,
  now: OperationsResponse,
  name: Name,
  matches: SampleFilter<Name> = () => true,
): Increase<Name>[] {
  const previousServices = new Map(
    before.services.filter(({ up }) => up).map((service) => [service.id, service]),
  );
  return now.services.flatMap((service) => {
    const past = previousServices.get(service.id);
    if (!past || !service.up) return [];
    const previousValues = new Map(
      samplesOf(past, name).map(({ labels, value }) => [labelsKey(labels), value]),
    );
    return samplesOf(service, name)
      .filter(({ labels }) => matches(labels, service))
      .map(({ labels, value }) => {
        const last = previousValues.get(labelsKey(labels)) ?? 0;
        return { service: service.id, labels, by: value < last ? value : value - last };
      });
  });
}

const labelsKey = (labels: Readonly<Record<string, string>>): string =>
  Object.keys(labels)
    .sort()
    .map((name) => `${name}=${labels[name]}`)
    .join();

export const total = (increasesOfAll: readonly { by: number }[]): number =>
  increasesOfAll.reduce((sum, { by }) => sum + by, 0);

/** Return the observations between two responses as one histogram over all services. */
export function observedBetween(
  before: OperationsResponse,
  now: OperationsResponse,
  name: HistogramName,
): Bucket[] {
  const bucket: BucketName = `${name}_bucket`;
  const increasesOfAll = increases(before, now, bucket);
  return mergeHistograms(increasesOfAll.map(({ labels, by }) => [{ upTo: bound(labels.le), count: by }]));
}

const bound = (le: string): number => (le === "+Inf" ? Infinity : Number(le));
