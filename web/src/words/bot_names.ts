import type { CoreWords } from "./core";
import type { Translate } from "./messages";

const LEVELS = ["random", "builder", "planner", "duelist"] as const;
type Level = (typeof LEVELS)[number];

const isLevel = (level: string): level is Level => (LEVELS as readonly string[]).includes(level);

/** Names of bots on the wire: the level, and a number from the second one on. */
const BOT = /^([a-z][a-z0-9_]*) bot( \d+)?$/;

type CoreTranslate = Translate<keyof CoreWords>;

/** Return a level's name. An unknown level is shown by its id: `oracle` as `Oracle`. */
export function levelName(t: CoreTranslate, level: string): string {
  if (isLevel(level)) return t(`bot_${level}`);
  return level.charAt(0).toUpperCase() + level.slice(1).replaceAll("_", " ");
}

/** Return a player's name for display: translated for bots, unchanged for people. */
export function displayName(t: CoreTranslate, player: string): string {
  const [, level, number = ""] = BOT.exec(player) ?? [];
  return level ? t("botNamed", { name: levelName(t, level) + number }) : player;
}
