import { use } from "react";
import { catalogue } from "../gateway/site";
import { useLanguage } from "./language";

/** Return the names of a game's pieces in the page's language, or in English. */
export function useNames(gameId: string): (id: string) => string {
  const language = useLanguage();
  const { games } = use(catalogue());
  const words = games.find((game) => game.id === gameId)?.words ?? {};
  return (id) => words[id]?.[language] ?? words[id]?.en ?? id;
}
