import type { OperationsResponse, Sample } from "../contract/gateway";
import type { SampleLabels, SampleName } from "../contract/metrics";
import type { Service } from "../operations/response";
import type { Labels } from "../operations/samples";

/** Operations responses for tests. */
export const service = (id: string, samples: Sample[] = []): Service => ({
  name: id.split("-")[0]!,
  id,
  address: "http://127.0.0.1:9100",
  up: true,
  ready: true,
  samples,
});

export const operationsAt = (second: number, ...services: Service[]): OperationsResponse => ({
  at: 1_700_000_000_000 + second * 1000,
  services,
  server: {
    nodes: 1,
    used_memory_bytes: 50_000_000,
    memory_bytes_max: null,
    memory_ratio: 0.01,
    connected_clients: 12,
    operations_per_second: 340,
    cpu_seconds: second * 0.25,
  },
  tables: { open: 1, playing: 2, over: 3, aborted: 0, voided: 0 },
  dead_letters: 0,
});

export const sample = <Name extends SampleName>(
  name: Name,
  value: number,
  ...[labels]: [SampleLabels[Name]] extends [never] ? [] : [labels: Labels<Name>]
): Sample => ({ name, labels: { ...labels }, value });
