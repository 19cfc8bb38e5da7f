import type { OperationsResponse } from "../contract/gateway";
import type { SampleLabels, SampleName } from "../contract/metrics";
import type { Service } from "./response";

export type Labels<Name extends SampleName> = Readonly<Record<SampleLabels[Name], string>>;

export interface LabelledValue<Name extends SampleName> {
  labels: Labels<Name>;
  value: number;
}

export type SampleFilter<Name extends SampleName> = (labels: Labels<Name>, service: Service) => boolean;

/** Return a service's samples of one name. Their labels are those that the contract declares. */
export const samplesOf = <Name extends SampleName>(service: Service, name: Name): LabelledValue<Name>[] =>
  service.samples.filter((sample) => sample.name === name) as unknown as LabelledValue<Name>[];

/** Return a metric's values of all services. */
export function valuesOf<Name extends SampleName>(
  response: OperationsResponse,
  name: Name,
  matches: SampleFilter<Name> = () => true,
): number[] {
  return response.services.flatMap((service) =>
    samplesOf(service, name)
      .filter(({ labels }) => matches(labels, service))
      .map(({ value }) => value),
  );
}

export const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

/** Return the maximum, or 0 without values. */
export const max = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), 0);

/** Group a metric's values by a label. */
export function byLabel<Name extends SampleName>(
  response: OperationsResponse,
  name: Name,
  label: SampleLabels[Name],
): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const service of response.services)
    for (const { labels, value } of samplesOf(service, name))
      groups.set(labels[label], [...(groups.get(labels[label]) ?? []), value]);
  return groups;
}
