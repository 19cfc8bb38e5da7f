import { createContext, use } from "react";

export const LANGUAGES = ["en", "de", "fr", "nl", "it"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language in its own language. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  nl: "Nederlands",
  it: "Italiano",
};

export const LanguageContext = createContext<Language>("en");
export const useLanguage = (): Language => use(LanguageContext);

const isLanguage = (code: string): code is Language => (LANGUAGES as readonly string[]).includes(code);

/** Return the first supported language of the browser. */
export function browserLanguage(requested: readonly string[] = navigator.languages): Language {
  return requested.map((code) => code.slice(0, 2).toLowerCase()).find(isLanguage) ?? "en";
}
