import { describe, expect, it } from "vitest";
import { coreWords } from "../src/words/core";
import { lobbyWords } from "../src/lobby/words";
import { LANGUAGES } from "../src/words/language";
import { setUpEnvironment } from "./environment";
import { openBrowser } from "./browser";
import { turnOrEnd } from "./playing";
import { waitUntilSettled } from "./settled";
import { openTable } from "./tables";

const environment = setUpEnvironment();

describe.each(LANGUAGES)("In %s", (language) => {
  it("the lobby and both games use the browser's language", async () => {
    const amber = await openBrowser(environment.browser, environment.url, { language });
    const { page } = amber;
    const [lobby, core, english] = await Promise.all([
      lobbyWords.translator(language),
      coreWords.translator(language),
      coreWords.translator("en"),
    ]);
    await page.goto("/");
    await page.getByRole("heading", { level: 1, name: lobby("welcome") }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);

    for (const game of ["city", "duel"] as const) {
      const options = game === "city" ? { players: 2 } : {};
      const level = game === "city" ? "builder" : "duelist";
      const seat = await openTable(environment.url, "Amber", game, options, { bots: [{ seat: 1, level }] });
      await page.goto(seat.link);
      const { response } = await turnOrEnd(seat);
      await waitUntilSettled(page, response.seq);
      await page.getByRole("heading", { name: core("yourTurn") }).waitFor();
      await page.getByText(core("eventGameStarted")).waitFor();
      if (language !== "en") {
        const text = await page.locator("main").innerText();
        expect(text).not.toContain(english("eventGameStarted"));
        expect(text, "no untranslated message keys").not.toMatch(/\b[a-z]+_[a-z_]+\b/);
      }
    }
    expect(amber.errors).toEqual([]);
    await amber.context.close();
  });
});
