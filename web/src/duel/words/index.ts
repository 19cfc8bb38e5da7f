import { Lexicon } from "../../words/lexicon";
import type card from "./card/en";

export type CardWords = Record<keyof typeof card, string>;

/** What is written on cards, and what their signs mean. */
export const cardWords = new Lexicon<CardWords>({
  en: () => import("./card/en"),
  de: () => import("./card/de"),
  fr: () => import("./card/fr"),
  nl: () => import("./card/nl"),
  it: () => import("./card/it"),
});
