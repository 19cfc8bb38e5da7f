import { act, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { describe, expect, it, vi } from "vitest";
import { lobbyWords } from "../lobby/words";
import { replayWords } from "../replay/words";
import { coreWords } from "./core";
import { LanguageContext, LANGUAGES } from "./language";
import { MessageCatalogue, useTranslate } from "./messages";

const PLACE = /\{(\w+)(?:\|[^{}]*)?\}/g;
const placesOf = (message: string) => [...message.matchAll(PLACE)].map(([, name]) => name).sort();

describe("a message catalogue", () => {
  it("loads a language on first use, once", async () => {
    const german = vi.fn(() => Promise.resolve({ default: { hello: "Hallo {name}" } }));
    const none = () => Promise.reject(new Error("no messages"));
    const lexicon = new MessageCatalogue<{ hello: string }>({
      en: none,
      de: german,
      fr: none,
      nl: none,
      it: none,
    });
    expect(german).not.toHaveBeenCalled();
    const t = await lexicon.translator("de");
    await lexicon.translator("de");
    expect(t("hello", { name: "Jade" })).toBe("Hallo Jade");
    expect(german).toHaveBeenCalledTimes(1);
  });

  it("uses the page's language and follows its changes", async () => {
    const Says = () => <p>{useTranslate(coreWords)("yourTurn")}</p>;
    const page = (language: "de" | "it") => (
      <LanguageContext value={language}>
        <Suspense fallback="…">
          <Says />
        </Suspense>
      </LanguageContext>
    );
    const { rerender } = await act(async () => render(page("de")));
    expect(await screen.findByText("Du bist am Zug")).toBeTruthy();
    await act(async () => rerender(page("it")));
    expect(await screen.findByText("Tocca a te")).toBeTruthy();
  });

  it.each(Object.entries({ coreWords, lobbyWords, replayWords }))(
    "of %s has the same keys and values in every language",
    async (_name, lexicon) => {
      const english = await lexicon.load("en");
      for (const language of LANGUAGES) {
        const words = await lexicon.load(language);
        for (const [key, message] of Object.entries(english)) {
          expect(words[key], `${language} ${key}`).toBeTruthy();
          expect(placesOf(words[key]!), `${language} ${key}`).toEqual(placesOf(message));
        }
      }
    },
  );
});
