import { use } from "react";
import { format, type Values } from "./format";
import { type Language, useLanguage } from "./language";

/** Messages by key. English defines the keys. */
export type Messages = Readonly<Record<string, string>>;
export type Translate<Keys extends string> = (key: Keys, values?: Values) => string;

/** Messages of one part of the site in all languages, each loaded on first use. */
export class MessageCatalogue<English extends Messages> {
  #loaded = new Map<Language, Promise<Messages>>();

  constructor(private readonly loaders: Record<Language, () => Promise<{ default: Messages }>>) {}

  load(language: Language): Promise<Messages> {
    let loading = this.#loaded.get(language);
    if (!loading) {
      loading = this.loaders[language]().then((module) => module.default);
      this.#loaded.set(language, loading);
    }
    return loading;
  }

  /** Return a translate function, for code outside components and for tests. */
  async translator(language: Language): Promise<Translate<keyof English & string>> {
    const messages = await this.load(language);
    return (key, values) => format(messages[key] ?? key, values ?? {}, language);
  }
}

/** Return a translate function. Suspends while messages are loading. */
export function useTranslate<English extends Messages>(
  catalogue: MessageCatalogue<English>,
): Translate<keyof English & string> {
  const language = useLanguage();
  const messages = use(catalogue.load(language));
  return (key, values) => format(messages[key] ?? key, values ?? {}, language);
}
