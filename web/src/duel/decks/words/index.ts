import { MessageCatalogue } from "../../../words/messages";
import type en from "./en";

export type DecksWords = Record<keyof typeof en, string>;

export const decksWords = new MessageCatalogue<DecksWords>({
  en: () => import("./en"),
  de: () => import("./de"),
  fr: () => import("./fr"),
  nl: () => import("./nl"),
  it: () => import("./it"),
});
