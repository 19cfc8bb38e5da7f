import { use } from "react";
import { GAME_UIS } from "../games";
import { catalogue, piecesOf } from "../gateway/site";
import type { GamePresentation, GameUi } from "./game_ui";

/** Load once for each game: React's `use` needs the same promise on every render. */
function cachedByGame<Value>(load: (game: string) => Promise<Value>): (game: string) => Promise<Value> {
  const loading = new Map<string, Promise<Value>>();
  return (game) => {
    let value = loading.get(game);
    if (!value) {
      value = load(game);
      loading.set(game, value);
      // Load again at the next use.
      value.catch(() => loading.delete(game));
    }
    return value;
  };
}

const loadGameUi = cachedByGame<GameUi>(
  (game) => GAME_UIS[game]?.load() ?? import("../generic/game_ui").then((module) => module.gameUi),
);

/** Load the pictures and texts of a game. */
export const loadPresentation = cachedByGame<GamePresentation>(
  (game) =>
    GAME_UIS[game]?.loadPresentation?.() ??
    import("../generic/presentation").then((module) => module.presentationOf(game)),
);

/** Load a game's UI, pieces and catalogue in parallel. */
export function useGameUi(game: string): { gameUi: GameUi; pieces: unknown } {
  const [gameUi, pieces] = [loadGameUi(game), piecesOf(game)];
  catalogue().catch(() => {});
  return { gameUi: use(gameUi), pieces: use(pieces) };
}

/** Return the pictures and texts of a game. Suspends while they are loading. */
export const usePresentation = (game: string): GamePresentation => use(loadPresentation(game));
