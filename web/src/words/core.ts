import type en from "./en";
import { Lexicon } from "./lexicon";

export type CoreWords = Record<keyof typeof en, string>;

/** What the whole site says, whatever is played. */
export const coreWords = new Lexicon<CoreWords>({
  en: () => import("./en"),
  de: () => import("./de"),
  fr: () => import("./fr"),
  nl: () => import("./nl"),
  it: () => import("./it"),
});
