import type { GameInCatalogue } from "../gateway/site";
import { levelName } from "../words/bot_names";
import { coreWords } from "../words/core";
import { useWords } from "../words/lexicon";
import { lobbyWords } from "./words";

/** A level for those who choose one: its name, and how strong it is. Levels stand in that order. */
export function useLevelWords(game: GameInCatalogue): (level: string) => string {
  const core = useWords(coreWords);
  const t = useWords(lobbyWords);
  return (level) => {
    const name = levelName(core, level);
    const place = game.bots.indexOf(level);
    if (place === 0) return t("levelEasy", { name });
    return place === 1 ? t("levelMedium", { name }) : t("levelStrong", { name });
  };
}
