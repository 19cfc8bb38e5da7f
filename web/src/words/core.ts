import type en from "./en";
import { MessageCatalogue } from "./messages";

export type CoreWords = Record<keyof typeof en, string>;

/** Texts of the whole site, independent of the game. */
export const coreWords = new MessageCatalogue<CoreWords>({
  en: () => import("./en"),
  de: () => import("./de"),
  fr: () => import("./fr"),
  nl: () => import("./nl"),
  it: () => import("./it"),
});
