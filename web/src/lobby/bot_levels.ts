import type { Translate } from "../words/lexicon";
import type { LobbyWords } from "./words";

const NAMED = ["random", "builder", "planner", "duelist"] as const;
type Named = (typeof NAMED)[number];

const isNamed = (level: string): level is Named => (NAMED as readonly string[]).includes(level);

/** What a bot's level is called; one that is newer than this page by its id. */
export function levelName(t: Translate<keyof LobbyWords & string>, level: string): string {
  return isNamed(level) ? t(`bot_${level}`) : level;
}
