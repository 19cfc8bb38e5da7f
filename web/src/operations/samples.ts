import type { OperationsResponse, Sample, Service } from "./response";

export type SampleFilter = (labels: Sample["labels"], service: Service) => boolean;

const matchAll: SampleFilter = () => true;

/** Return a metric's values of all services. */
export function valuesOf(
  response: OperationsResponse,
  name: string,
  matches: SampleFilter = matchAll,
): number[] {
  return response.services.flatMap((service) =>
    service.samples
      .filter((sample) => sample.name === name && matches(sample.labels, service))
      .map((sample) => sample.value),
  );
}

export const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

/** Return the maximum, or 0 without values. */
export const max = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), 0);

/** Group a metric's values by a label. */
export function byLabel(response: OperationsResponse, name: string, label: string): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const service of response.services)
    for (const sample of service.samples) {
      if (sample.name !== name) continue;
      const value = sample.labels[label] ?? "";
      groups.set(value, [...(groups.get(value) ?? []), sample.value]);
    }
  return groups;
}
