import { MessageCatalogue } from "../../words/messages";
import type card from "./card/en";
import type options from "./options/en";
import type table from "./table/en";
import type narration from "./narration/en";

export type CardWords = Record<keyof typeof card, string>;
export type TableWords = Record<keyof typeof table, string>;
export type NarrationWords = Record<keyof typeof narration, string>;
export type OptionsWords = Record<keyof typeof options, string>;

/** Texts on cards and explanations of their symbols. */
export const cardWords = new MessageCatalogue<CardWords>({
  en: () => import("./card/en"),
  de: () => import("./card/de"),
  fr: () => import("./card/fr"),
  nl: () => import("./card/nl"),
  it: () => import("./card/it"),
});

/** Texts of the board. */
export const tableWords = new MessageCatalogue<TableWords>({
  en: () => import("./table/en"),
  de: () => import("./table/de"),
  fr: () => import("./table/fr"),
  nl: () => import("./table/nl"),
  it: () => import("./table/it"),
});

/** Narration of events. */
export const narrationWords = new MessageCatalogue<NarrationWords>({
  en: () => import("./narration/en"),
  de: () => import("./narration/de"),
  fr: () => import("./narration/fr"),
  nl: () => import("./narration/nl"),
  it: () => import("./narration/it"),
});

/** Texts of the options form. */
export const optionsWords = new MessageCatalogue<OptionsWords>({
  en: () => import("./options/en"),
  de: () => import("./options/de"),
  fr: () => import("./options/fr"),
  nl: () => import("./options/nl"),
  it: () => import("./options/it"),
});
