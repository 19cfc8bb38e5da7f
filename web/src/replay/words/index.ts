import { Lexicon } from "../../words/lexicon";
import type en from "./en";

export type ReplayWords = Record<keyof typeof en, string>;

/** What a replay says. */
export const replayWords = new Lexicon<ReplayWords>({
  en: () => import("./en"),
  de: () => import("./de"),
  fr: () => import("./fr"),
  nl: () => import("./nl"),
  it: () => import("./it"),
});
