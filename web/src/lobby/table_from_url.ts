import type { CatalogueGame } from "../contract/gateway";
import { GAME_UIS } from "../games";

/** A preset for the dialog that opens a table. */
export interface TablePreset {
  gameId: string;
  options: Record<string, unknown>;
}

/** Parse a lobby URL: `?game=GAME` presets a game that is offered; its game UI may read options. */
export function tablePresetFromUrl(
  search: string,
  games: readonly Pick<CatalogueGame, "id">[],
): TablePreset | null {
  const query = new URLSearchParams(search);
  const gameId = query.get("game");
  if (gameId === null || !games.some(({ id }) => id === gameId)) return null;
  return { gameId, options: GAME_UIS[gameId]?.optionsFromUrl?.(query) ?? {} };
}
