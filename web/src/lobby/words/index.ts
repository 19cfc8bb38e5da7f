import { MessageCatalogue } from "../../words/messages";
import type en from "./en";

export type LobbyWords = Record<keyof typeof en, string>;

/** Texts of the lobby. */
export const lobbyWords = new MessageCatalogue<LobbyWords>({
  en: () => import("./en"),
  de: () => import("./de"),
  fr: () => import("./fr"),
  nl: () => import("./nl"),
  it: () => import("./it"),
});
