import { use } from "react";
import { format, type Values } from "./format";
import { type Language, useLanguage } from "./language";

/** English is the measure: the other languages have exactly its keys. */
export type Messages = Readonly<Record<string, string>>;
export type Translate<Keys extends string> = (key: Keys, values?: Values) => string;

/** The words of one part of the site in all languages, each loaded when it is spoken. */
export class Lexicon<English extends Messages> {
  #loaded = new Map<Language, Promise<Messages>>();

  constructor(private readonly load: Record<Language, () => Promise<{ default: Messages }>>) {}

  words(language: Language): Promise<Messages> {
    let loading = this.#loaded.get(language);
    if (!loading) {
      loading = this.load[language]().then((module) => module.default);
      this.#loaded.set(language, loading);
    }
    return loading;
  }

  /** For code outside of components and for tests. */
  async speak(language: Language): Promise<Translate<keyof English & string>> {
    const messages = await this.words(language);
    return (key, values) => format(messages[key] ?? key, values ?? {}, language);
  }
}

/** Suspends until the words are there. */
export function useWords<English extends Messages>(
  lexicon: Lexicon<English>,
): Translate<keyof English & string> {
  const language = useLanguage();
  const messages = use(lexicon.words(language));
  return (key, values) => format(messages[key] ?? key, values ?? {}, language);
}
