import type { Schemas } from "../gateway/calls";

/** The gateway's response about the running system. */
export type OperationsResponse = Schemas["OperationsResponse"];
export type Service = Schemas["ServiceFigures"];
export type Sample = Schemas["Sample"];

/** Shorten an instance id so that it stays distinguishable: `engine-1f2e`. */
export const shortServiceId = (service: Service): string =>
  service.id.replace(/-([0-9a-f]{4})[0-9a-f]+$/, "-$1");
