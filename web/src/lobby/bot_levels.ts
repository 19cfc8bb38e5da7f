import type { CatalogueGame } from "../contract/gateway";
import { levelName } from "../words/bot_names";
import { coreWords } from "../words/core";
import { useTranslate } from "../words/messages";
import { lobbyWords } from "./words";

/** Return a level's label with its strength. Levels are ordered by strength. */
export function useLevelLabel(game: CatalogueGame): (level: string) => string {
  const coreT = useTranslate(coreWords);
  const t = useTranslate(lobbyWords);
  return (level) => {
    const name = levelName(coreT, level);
    const rank = game.bots.indexOf(level);
    if (rank === 0) return t("levelEasy", { name });
    return rank === 1 ? t("levelMedium", { name }) : t("levelStrong", { name });
  };
}
