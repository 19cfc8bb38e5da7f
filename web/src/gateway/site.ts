import { gateway, patiently, type Schemas } from "./calls";

export type Site = Schemas["Site"];
export type Catalogue = Schemas["Catalogue"];
export type GameInCatalogue = Schemas["GameInCatalogue"];

/** Asks once and keeps the answer; a page lives shorter than what it says. */
function once<Value>(ask: () => Promise<Value>): () => Promise<Value> {
  let asked: Promise<Value> | null = null;
  return () =>
    (asked ??= ask().catch((error: unknown) => {
      asked = null;
      throw error;
    }));
}

export const site = once<Site>(() => patiently(() => gateway.GET("/v1/site")));
export const catalogue = once<Catalogue>(() => patiently(() => gateway.GET("/v1/games")));

const pieces = new Map<string, () => Promise<unknown>>();

/** All that is printed on the components of a game. */
export function piecesOf(kind: string): Promise<unknown> {
  if (!pieces.has(kind)) {
    pieces.set(
      kind,
      once(() => patiently(() => gateway.GET("/v1/games/{kind}/pieces", { params: { path: { kind } } }))),
    );
  }
  return pieces.get(kind)!();
}
