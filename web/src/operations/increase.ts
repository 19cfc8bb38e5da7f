import type { OperationsAnswer, Sample } from "./answer";
import type { Bucket } from "./quantile";
import { together } from "./quantile";
import type { Where } from "./samples";

/** How much a counter has grown. */
export interface Increase {
  service: string;
  labels: Sample["labels"];
  by: number;
}

/**
 * What the counters of a name have grown by between two looks. A counter that is lower than before
 * began again with its process, so it has grown by what it shows. One that is new in a service that
 * answered before began at 0; of a service that was away nothing can be said.
 */
export function increases(
  before: OperationsAnswer,
  now: OperationsAnswer,
  name: string,
  where: Where = () => true,
): Increase[] {
  const earlier = new Map(before.services.filter(({ up }) => up).map((service) => [service.id, service]));
  return now.services.flatMap((service) => {
    const past = earlier.get(service.id);
    if (!past || !service.up) return [];
    const counted = new Map(
      past.samples
        .filter((sample) => sample.name === name)
        .map((sample) => [labelled(sample.labels), sample.value]),
    );
    return service.samples
      .filter((sample) => sample.name === name && where(sample.labels, service))
      .map(({ labels, value }) => {
        const last = counted.get(labelled(labels)) ?? 0;
        return { service: service.id, labels, by: value < last ? value : value - last };
      });
  });
}

const labelled = (labels: Sample["labels"]): string =>
  Object.keys(labels)
    .sort()
    .map((name) => `${name}=${labels[name]}`)
    .join();

export const total = (grown: readonly Increase[]): number => grown.reduce((sum, { by }) => sum + by, 0);

/** What was observed between two looks, as one histogram over all services. */
export function observedBetween(before: OperationsAnswer, now: OperationsAnswer, name: string): Bucket[] {
  const grown = increases(before, now, `${name}_bucket`);
  return together(grown.map(({ labels, by }) => [{ upTo: bound(labels.le), count: by }]));
}

const bound = (le: string | undefined): number => (le === "+Inf" ? Infinity : Number(le));
