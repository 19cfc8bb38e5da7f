import { use } from "react";
import { catalogue, piecesOf } from "../gateway/site";
import { GAME_UIS, isGameId, type GameUi } from "./game_ui";

const gameUis = new Map<string, Promise<GameUi>>();

/** React's `use` needs the same promise on every render. */
function loadGameUi(game: string): Promise<GameUi> {
  let gameUi = gameUis.get(game);
  if (!gameUi) {
    gameUi = isGameId(game) ? GAME_UIS[game]() : Promise.reject(new Error(`Unknown game: ${game}`));
    gameUis.set(game, gameUi);
  }
  return gameUi;
}

/** Load a game's UI, pieces and catalogue in parallel. */
export function useGameUi(game: string): { gameUi: GameUi; pieces: unknown } {
  const [gameUi, pieces] = [loadGameUi(game), piecesOf(game)];
  catalogue().catch(() => {});
  return { gameUi: use(gameUi), pieces: use(pieces) };
}
