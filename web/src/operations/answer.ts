/** What the gateway tells about the running system, as its operations page asks for it. */
export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

export interface Service {
  name: string;
  address: string;
  up: boolean;
  ready: boolean;
  samples: Sample[];
}

export interface OperationsAnswer {
  /** When, in milliseconds. */
  at: number;
  services: Service[];
  server: ServerFigures | null;
  games: { open: number; playing: number; over: number } | null;
}

export interface ServerFigures {
  memory_bytes: number;
  memory_bytes_max: number;
  cpu_seconds: number;
}

/** What a service is: `engine-2` is an engine. */
export const kindOf = (service: Service): string => service.name.replace(/-\d+$/, "");
