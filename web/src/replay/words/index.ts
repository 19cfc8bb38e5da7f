import { MessageCatalogue } from "../../words/messages";
import type en from "./en";

export type ReplayWords = Record<keyof typeof en, string>;

/** Texts of the replay. */
export const replayWords = new MessageCatalogue<ReplayWords>({
  en: () => import("./en"),
  de: () => import("./de"),
  fr: () => import("./fr"),
  nl: () => import("./nl"),
  it: () => import("./it"),
});
