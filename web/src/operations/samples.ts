import type { OperationsAnswer, Sample, Service } from "./answer";

export type Where = (labels: Sample["labels"], service: Service) => boolean;

const all: Where = () => true;

/** Every value of a metric, of all services that answer. */
export function valuesOf(answer: OperationsAnswer, name: string, where: Where = all): number[] {
  return answer.services.flatMap((service) =>
    service.samples
      .filter((sample) => sample.name === name && where(sample.labels, service))
      .map((sample) => sample.value),
  );
}

export const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

/** The greatest; nothing is 0, as a figure that nobody has yet is. */
export const greatest = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), 0);

/** A metric's values by one of its labels. */
export function byLabel(answer: OperationsAnswer, name: string, label: string): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const service of answer.services)
    for (const sample of service.samples) {
      if (sample.name !== name) continue;
      const value = sample.labels[label] ?? "";
      found.set(value, [...(found.get(value) ?? []), sample.value]);
    }
  return found;
}
