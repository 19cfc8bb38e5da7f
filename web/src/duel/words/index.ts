import { Lexicon } from "../../words/lexicon";
import type card from "./card/en";
import type options from "./options/en";
import type table from "./table/en";
import type telling from "./telling/en";

export type CardWords = Record<keyof typeof card, string>;
export type TableWords = Record<keyof typeof table, string>;
export type TellingWords = Record<keyof typeof telling, string>;
export type OptionsWords = Record<keyof typeof options, string>;

/** What is written on cards, and what their signs mean. */
export const cardWords = new Lexicon<CardWords>({
  en: () => import("./card/en"),
  de: () => import("./card/de"),
  fr: () => import("./card/fr"),
  nl: () => import("./card/nl"),
  it: () => import("./card/it"),
});

/** What is said on and around the table. */
export const tableWords = new Lexicon<TableWords>({
  en: () => import("./table/en"),
  de: () => import("./table/de"),
  fr: () => import("./table/fr"),
  nl: () => import("./table/nl"),
  it: () => import("./table/it"),
});

/** The story of a game. */
export const tellingWords = new Lexicon<TellingWords>({
  en: () => import("./telling/en"),
  de: () => import("./telling/de"),
  fr: () => import("./telling/fr"),
  nl: () => import("./telling/nl"),
  it: () => import("./telling/it"),
});

/** The form for a new table. */
export const optionsWords = new Lexicon<OptionsWords>({
  en: () => import("./options/en"),
  de: () => import("./options/de"),
  fr: () => import("./options/fr"),
  nl: () => import("./options/nl"),
  it: () => import("./options/it"),
});
