import type { OperationsAnswer, Sample, Service } from "../operations/answer";

/** Looks at a system for tests. */
export const service = (name: string, samples: Sample[] = []): Service => ({
  name,
  address: "http://127.0.0.1:9100",
  up: true,
  ready: true,
  samples,
});

export const lookAt = (second: number, ...services: Service[]): OperationsAnswer => ({
  at: 1_700_000_000_000 + second * 1000,
  services,
  server: null,
  games: { open: 1, playing: 2, over: 3 },
});

export const sample = (name: string, value: number, labels: Record<string, string> = {}): Sample => ({
  name,
  labels,
  value,
});
