import { Lexicon } from "../../words/lexicon";
import type en from "./en";

export type DecksWords = Record<keyof typeof en, string>;

export const decksWords = new Lexicon<DecksWords>({
  en: () => import("./en"),
  de: () => import("./de"),
  fr: () => import("./fr"),
  nl: () => import("./nl"),
  it: () => import("./it"),
});
