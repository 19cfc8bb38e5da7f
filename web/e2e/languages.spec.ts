import { describe, expect, inject, it } from "vitest";
import { coreWords } from "../src/words/core";
import { lobbyWords } from "../src/lobby/words";
import { LANGUAGES } from "../src/words/language";
import { atHome } from "./at_home";
import { person } from "./browser";
import { shows, turnOrEnd } from "./playing";
import { openTable } from "./tables";

const url = inject("url");

const home = atHome();

describe.each(LANGUAGES)("In %s", (language) => {
  it("the lobby and both games speak the language that the browser asks for", async () => {
    const amber = await person(home.browser, url, { language });
    const { page } = amber;
    const [lobby, core, english] = await Promise.all([
      lobbyWords.speak(language),
      coreWords.speak(language),
      coreWords.speak("en"),
    ]);
    await page.goto("/");
    await page.getByRole("heading", { level: 1, name: lobby("welcome") }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);

    for (const game of ["city", "duel"] as const) {
      const options = game === "city" ? { players: 2 } : {};
      const level = game === "city" ? "builder" : "duelist";
      const seat = await openTable(url, "Amber", game, options, { bots: [{ seat: 1, level }] });
      await page.goto(seat.link);
      const { answer } = await turnOrEnd(seat);
      await shows(page, answer.seq);
      await page.getByRole("heading", { name: core("yourTurn") }).waitFor();
      await page.getByText(core("toldGameStarted")).waitFor();
      if (language !== "en") {
        const text = await page.locator("main").innerText();
        expect(text).not.toContain(english("toldGameStarted"));
        expect(text, "no message without words").not.toMatch(/\b[a-z]+_[a-z_]+\b/);
      }
    }
    expect(amber.errors).toEqual([]);
    await amber.context.close();
  });
});
