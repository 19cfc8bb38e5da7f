import type { CatalogueGame, CatalogueResponse, SiteResponse } from "../contract/gateway";
import { gateway, withRetry } from "./calls";

/** The game's name in a language. */
export const gameName = ({ id, names }: Pick<CatalogueGame, "id" | "names">, language: string): string =>
  names[language] ?? names.en ?? id;

/** Fetch once and cache the result for the lifetime of the page. */
function cached<Value>(fetchValue: () => Promise<Value>): () => Promise<Value> {
  let pending: Promise<Value> | null = null;
  return () =>
    (pending ??= fetchValue().catch((error: unknown) => {
      pending = null;
      throw error;
    }));
}

export const site = cached<SiteResponse>(() => withRetry(() => gateway.GET("/v1/site")));
export const catalogue = cached<CatalogueResponse>(() => withRetry(() => gateway.GET("/v1/games")));

const pieces = new Map<string, () => Promise<unknown>>();

/** Return the static data of a game's components. */
export function piecesOf(game: string): Promise<unknown> {
  if (!pieces.has(game)) {
    pieces.set(
      game,
      cached(() => withRetry(() => gateway.GET("/v1/games/{game}/pieces", { params: { path: { game } } }))),
    );
  }
  return pieces.get(game)!();
}
