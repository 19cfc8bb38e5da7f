import { use } from "react";
import { catalogue } from "../gateway/site";
import { useLanguage } from "./language";

/** What a game's pieces are called, in the page's language where an edition has a name, else in English. */
export function useNames(kind: string): (id: string) => string {
  const language = useLanguage();
  const { games } = use(catalogue());
  const words = games.find((game) => game.id === kind)?.words ?? {};
  return (id) => words[id]?.[language] ?? words[id]?.en ?? id;
}
