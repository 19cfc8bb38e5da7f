import { render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { describe, expect, it, vi } from "vitest";
import { settle } from "../testing/settle";
import { cityWords } from "../city/words";
import { decksWords } from "../duel/decks/words";
import { cardWords, narrationWords, optionsWords, tableWords } from "../duel/words";
import { genericWords } from "../generic/words";
import { lobbyWords } from "../lobby/words";
import { operationsWords } from "../operations/words";
import { replayWords } from "../replay/words";
import { coreWords } from "./core";
import { LanguageContext, LANGUAGES } from "./language";
import { MessageCatalogue, useTranslate, type Messages } from "./messages";

const CATALOGUES = {
  coreWords,
  lobbyWords,
  replayWords,
  decksWords,
  operationsWords,
  genericWords,
  cityWords,
  cardWords,
  tableWords,
  narrationWords,
  optionsWords,
};

const PLACEHOLDER = /\{(\w+)(?:\|[^{}|]+\|[^{}|]+)?\}/g;
const placeholdersOf = (message: string) =>
  new Set([...message.matchAll(PLACEHOLDER)].map(([, name]) => name));

describe("a message catalogue", () => {
  it("loads a language on first use, once", async () => {
    const german = vi.fn(() => Promise.resolve({ default: { hello: "Hallo {name}" } }));
    const missing = () => Promise.reject(new Error("no messages"));
    const catalogue = new MessageCatalogue<{ hello: string }>({
      en: missing,
      de: german,
      fr: missing,
      nl: missing,
      it: missing,
    });
    expect(german).not.toHaveBeenCalled();
    const t = await catalogue.translator("de");
    await catalogue.translator("de");
    expect(t("hello", { name: "Jade" })).toBe("Hallo Jade");
    expect(german).toHaveBeenCalledTimes(1);
  });

  it("uses the page's language and follows its changes", async () => {
    const Message = () => <p>{useTranslate(coreWords)("yourTurn")}</p>;
    const page = (language: "de" | "it") => (
      <LanguageContext value={language}>
        <Suspense fallback="…">
          <Message />
        </Suspense>
      </LanguageContext>
    );
    const { rerender } = await settle(() => render(page("de")));
    expect(await screen.findByText("Du bist am Zug")).toBeTruthy();
    await settle(() => rerender(page("it")));
    expect(await screen.findByText("Tocca a te")).toBeTruthy();
  });

  it.each(Object.entries(CATALOGUES))(
    "of %s has the same keys and placeholders in every language",
    async (_name, catalogue: MessageCatalogue<Messages>) => {
      const english = await catalogue.load("en");
      for (const language of LANGUAGES) {
        const messages = await catalogue.load(language);
        expect(Object.keys(messages).sort(), language).toEqual(Object.keys(english).sort());
        for (const [key, message] of Object.entries(english)) {
          const translated = messages[key]!;
          expect(translated, `${language} ${key}`).toBeTruthy();
          expect(placeholdersOf(translated), `${language} ${key}`).toEqual(placeholdersOf(message));
          // Nested or unbalanced braces would be shown as they are.
          expect(translated.replace(PLACEHOLDER, ""), `${language} ${key}`).not.toMatch(/[{}|]/);
        }
      }
    },
  );
});
