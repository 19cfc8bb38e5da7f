import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { atHome } from "./at_home";
import { person } from "./browser";
import { keyringSeat } from "./keyring";
import { shows, turnOrEnd } from "./playing";
import { eventually } from "./system";

const url = inject("url");
const TABS_MAX = 80;

const home = atHome();

/** Goes on with the tab key until the focus is where the selector says. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let tabs = 0; tabs < TABS_MAX; tabs++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${selector} can't be reached with the tab key`);
}

async function tabToButton(page: Page, name: RegExp): Promise<void> {
  for (let tabs = 0; tabs < TABS_MAX; tabs++) {
    const focused = await page.evaluate(() => document.activeElement?.textContent ?? "");
    if (name.test(focused.trim())) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`no button ${String(name)} can be reached with the tab key`);
}

describe("By keyboard alone", () => {
  it("a game is opened, a figure walks, and the turn is ended", async () => {
    const amber = await person(home.browser, url);
    const { page } = amber;
    await page.goto("/");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await tabToButton(page, /^Play Blue Moon City against a bot$/);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await tabTo(page, "dialog input");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("Amber");
    await page.keyboard.press("Enter");
    await page.locator("[data-tile]").first().waitFor();
    const seat = await keyringSeat(page, url);
    const { answer } = await turnOrEnd(seat);
    await shows(page, answer.seq);

    await tabTo(page, "[data-tile]");
    await page.keyboard.press("ArrowUp");
    const tile = await page.evaluate(() => document.activeElement?.getAttribute("data-tile"));
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await eventually(
      "the figure walks",
      async () => (await seat.view()).view.play.seats[seat.seat].figure === tile,
    );

    const { answer: there } = await turnOrEnd(seat);
    await shows(page, there.seq);
    // The tile that was walked to is still looked at: Escape leads back to what else there is.
    await page.keyboard.press("Escape");
    await tabToButton(page, /end the turn$/);
    await page.keyboard.press("Enter");
    const turn = there.view.play.turn.number as number;
    await eventually("the turn passes", async () => (await seat.view()).view.play.turn.number > turn);
    expect(amber.errors).toEqual([]);
    await amber.context.close();
  });
});
