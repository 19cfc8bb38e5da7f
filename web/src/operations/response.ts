import type { ServiceFigures } from "../contract/gateway";

/** The gateway's response about the running system. */
export type Service = ServiceFigures;

/** Shorten an instance id so that it stays distinguishable: `engine-1f2e`. */
export const shortServiceId = (service: Service): string =>
  service.id.replace(/-([0-9a-f]{4})[0-9a-f]+$/, "-$1");
