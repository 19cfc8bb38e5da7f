import type { Schemas } from "../gateway/calls";

/** What the gateway tells about the running system. */
export type OperationsAnswer = Schemas["OperationsAnswer"];
export type Service = Schemas["ServiceFigures"];
export type Sample = Schemas["Sample"];

/** Short enough to be read, long enough to tell two apart: `engine-1f2e`. */
export const shownName = (service: Service): string => service.id.replace(/-([0-9a-f]{4})[0-9a-f]+$/, "-$1");
