import type { OperationsResponse, Sample } from "./response";
import type { Bucket } from "./quantile";
import { mergeHistograms } from "./quantile";
import type { SampleFilter } from "./samples";

/** The increase of a counter. */
export interface Increase {
  service: string;
  labels: Sample["labels"];
  by: number;
}

/**
 * Return the increases of counters between two responses. A lower value means a restart, so the increase is
 * the new value. A new counter of a service that was up before started at 0. Services that were down before
 * are skipped.
 */
export function increases(
  before: OperationsResponse,
  now: OperationsResponse,
  name: string,
  matches: SampleFilter = () => true,
): Increase[] {
  const previousServices = new Map(
    before.services.filter(({ up }) => up).map((service) => [service.id, service]),
  );
  return now.services.flatMap((service) => {
    const past = previousServices.get(service.id);
    if (!past || !service.up) return [];
    const previousValues = new Map(
      past.samples
        .filter((sample) => sample.name === name)
        .map((sample) => [labelsKey(sample.labels), sample.value]),
    );
    return service.samples
      .filter((sample) => sample.name === name && matches(sample.labels, service))
      .map(({ labels, value }) => {
        const last = previousValues.get(labelsKey(labels)) ?? 0;
        return { service: service.id, labels, by: value < last ? value : value - last };
      });
  });
}

const labelsKey = (labels: Sample["labels"]): string =>
  Object.keys(labels)
    .sort()
    .map((name) => `${name}=${labels[name]}`)
    .join();

export const total = (increasesOfAll: readonly Increase[]): number =>
  increasesOfAll.reduce((sum, { by }) => sum + by, 0);

/** Return the observations between two responses as one histogram over all services. */
export function observedBetween(before: OperationsResponse, now: OperationsResponse, name: string): Bucket[] {
  const increasesOfAll = increases(before, now, `${name}_bucket`);
  return mergeHistograms(increasesOfAll.map(({ labels, by }) => [{ upTo: bound(labels.le), count: by }]));
}

const bound = (le: string | undefined): number => (le === "+Inf" ? Infinity : Number(le));
