import { useEffect, useState } from "react";
import { GAME_UIS } from "../games";
import { catalogue } from "../gateway/site";
import type { GamePage } from "./game_ui";

/** Return the pages of the games that the gateway offers, and of all games until the catalogue is loaded. */
export function useGamePages(): readonly GamePage[] {
  const [offered, setOffered] = useState<ReadonlySet<string> | null>(null);
  useEffect(() => {
    let isMounted = true;
    catalogue()
      .then(({ games }) => isMounted && setOffered(new Set(games.map(({ id }) => id))))
      // The page itself reports it.
      .catch(() => {});
    return () => {
      isMounted = false;
    };
  }, []);
  return Object.entries(GAME_UIS).flatMap(([game, gameUi]) =>
    !offered || offered.has(game) ? (gameUi?.pages ?? []) : [],
  );
}
