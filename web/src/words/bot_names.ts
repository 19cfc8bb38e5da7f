import type { CoreWords } from "./core";
import type { Translate } from "./lexicon";

const LEVELS = ["random", "builder", "planner", "duelist"] as const;
type Level = (typeof LEVELS)[number];

const isLevel = (level: string): level is Level => (LEVELS as readonly string[]).includes(level);

/** What bots are called on the wire: by their level, and by a number from the second one on. */
const BOT = /^([a-z][a-z0-9_]*) bot( \d+)?$/;

type CoreTranslate = Translate<keyof CoreWords & string>;

/** What a level is called; one that is newer than this page by its id. */
export function levelName(t: CoreTranslate, level: string): string {
  return isLevel(level) ? t(`bot_${level}`) : level;
}

/** A player's name as the page says it: people's as they are, bots' in the page's language. */
export function spokenName(t: CoreTranslate, player: string): string {
  const [, level, number = ""] = BOT.exec(player) ?? [];
  return level ? t("botNamed", { name: levelName(t, level) + number }) : player;
}
