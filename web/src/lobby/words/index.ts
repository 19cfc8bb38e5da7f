import { Lexicon } from "../../words/lexicon";
import type en from "./en";

export type LobbyWords = Record<keyof typeof en, string>;

/** What the lobby says. */
export const lobbyWords = new Lexicon<LobbyWords>({
  en: () => import("./en"),
  de: () => import("./de"),
  fr: () => import("./fr"),
  nl: () => import("./nl"),
  it: () => import("./it"),
});
