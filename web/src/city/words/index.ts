import type en from "./en";
import { useLanguage } from "../../words/language";
import { MessageCatalogue, useTranslate, type Translate } from "../../words/messages";

export type CityWords = Record<keyof typeof en, string>;
export type CityTranslate = Translate<keyof typeof en>;

/** Texts of the Blue Moon City board. */
export const cityWords = new MessageCatalogue<CityWords>({
  en: () => import("./en"),
  de: () => import("./de"),
  fr: () => import("./fr"),
  nl: () => import("./nl"),
  it: () => import("./it"),
});

export function useCityWords() {
  const t = useTranslate(cityWords);
  return { t, language: useLanguage() };
}
