import { MessageCatalogue } from "../../words/messages";
import type en from "./en";

export type GenericWords = Record<keyof typeof en, string>;

/** Texts of the generic game UI. Names of a game's own things come from the catalogue. */
export const genericWords = new MessageCatalogue<GenericWords>({
  en: () => import("./en"),
  de: () => import("./de"),
  fr: () => import("./fr"),
  nl: () => import("./nl"),
  it: () => import("./it"),
});
