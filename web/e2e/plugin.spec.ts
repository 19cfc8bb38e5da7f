import axe from "axe-core";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openBrowser, type Size } from "./browser";
import { browserSeat } from "./browser_seat";
import { setUpEnvironment } from "./environment";
import { turnOrEnd } from "./playing";
import { waitUntilSettled } from "./settled";
import { eventually } from "./system";

/** A game that is installed beside the system and that the client knows nothing about. */
const environment = setUpEnvironment({ plugins: ["tests/plugins/highcard"] });

/** Serious problems that axe finds, and content wider than the screen. */
async function problemsOf(page: Page, where: string): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    }),
  );
  const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  return [
    ...violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html }) => `${where}: ${id}: ${html.slice(0, 160)}`),
    ),
    ...(overflowPx > 1 ? [`${where}: ${overflowPx} px wider than the screen`] : []),
  ];
}

const VARIANTS: [Size, "light" | "dark"][] = [
  ["wide", "light"],
  ["phone", "dark"],
];

describe("A game from a plug-in", () => {
  it.each(VARIANTS)("is played from the lobby to the end and replayed: %s, %s", async (size, theme) => {
    const amber = await openBrowser(environment.browser, environment.url, { size, theme });
    const { page } = amber;
    const problems: string[] = [];

    await page.goto("/");
    const card = page.getByRole("article").filter({ has: page.getByRole("heading", { name: "High Card" }) });
    await card.getByText("2 to 4 players").waitFor();
    await waitUntilSettled(page);
    problems.push(...(await problemsOf(page, "lobby")));

    await card.getByRole("button", { name: "Open a table…" }).click();
    await page.getByLabel("Your name").fill("Amber");
    await page.getByLabel("Seat 2").selectOption("thrifty");
    await page.getByLabel("Hand", { exact: true }).fill("3");
    await page.getByLabel("Low", { exact: true }).check();
    await waitUntilSettled(page);
    problems.push(...(await problemsOf(page, "dialog")));
    await page.getByRole("button", { name: "Open table", exact: true }).click();

    await page.getByRole("heading", { name: "Position" }).waitFor();
    const seat = await browserSeat(page, environment.url);
    let moves = 0;
    for (;;) {
      const { response, actions } = await turnOrEnd(seat);
      await waitUntilSettled(page, response.seq);
      if (moves === 0) {
        expect(response.view.options).toMatchObject({ players: 2, hand: 3, low: true });
        await page.getByText("3 hidden").first().waitFor();
        problems.push(...(await problemsOf(page, "table")));
      }
      if (actions.length === 0) break;
      const buttons = page.getByRole("group", { name: "Play card" }).getByRole("button");
      expect(await buttons.count()).toBe(actions.filter(({ type }) => type === "play_card").length);
      if (moves === 1) await page.getByRole("button", { name: "Pass" }).click();
      else {
        // The button has its focus ring and works without a pointer.
        await buttons.first().focus();
        await page.keyboard.press("Enter");
      }
      moves++;
      await eventually("the move arrives", async () => (await seat.view()).seq > response.seq);
    }
    expect(moves).toBe(3);
    await page.getByRole("columnheader", { name: "Points" }).waitFor();
    const log = await page.getByRole("list", { name: "Game log" }).innerText();
    expect(log).toMatch(/^Amber: Card played \(Card: \d+\)\.$/m);
    expect(log).toMatch(/^Amber: Seat passed\.$/m);
    expect(log).toMatch(/^The game is over: Last round\.$/m);
    problems.push(...(await problemsOf(page, "end")));

    await page.getByRole("link", { name: "Replay" }).click();
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    await waitUntilSettled(page);
    await page
      .getByText("3 hidden")
      .or(page.getByText("Cards", { exact: true }))
      .first()
      .waitFor();
    await page.keyboard.press("End");
    await waitUntilSettled(page);
    await page.getByText("The game is over: Last round.").first().waitFor();
    await page.keyboard.press("Home");
    await waitUntilSettled(page);
    problems.push(...(await problemsOf(page, "replay")));

    expect(problems).toEqual([]);
    expect(amber.errors).toEqual([]);
    await amber.context.close();
  });
});
