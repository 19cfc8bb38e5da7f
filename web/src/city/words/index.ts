import type en from "./en";
import { useLanguage } from "../../words/language";
import { Lexicon, useWords, type Translate } from "../../words/lexicon";

export type CityWords = Record<keyof typeof en, string>;
export type CityTranslate = Translate<keyof typeof en>;

/** What the board of Blue Moon City says. */
export const cityWords = new Lexicon<CityWords>({
  en: () => import("./en"),
  de: () => import("./de"),
  fr: () => import("./fr"),
  nl: () => import("./nl"),
  it: () => import("./it"),
});

export function useCityWords() {
  const t = useWords(cityWords);
  return { t, language: useLanguage() };
}
