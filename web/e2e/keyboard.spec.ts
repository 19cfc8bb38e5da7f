import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { setUpEnvironment } from "./environment";
import { openBrowser } from "./browser";
import { browserSeat } from "./browser_seat";
import { turnOrEnd } from "./playing";
import { waitUntilSettled } from "./settled";
import { cityPlay } from "./tables";
import { eventually } from "./system";

const TABS_MAX = 80;

const environment = setUpEnvironment();

/** Press Tab until the focused element matches the selector. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let tabs = 0; tabs < TABS_MAX; tabs++) {
    if (await page.evaluate((target) => document.activeElement?.matches(target) ?? false, selector)) return;
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
  throw new Error(`${String(name)} can't be reached with the tab key`);
}

describe("With the keyboard only", () => {
  it("a player opens a game, walks and ends the turn", async () => {
    const amber = await openBrowser(environment.browser, environment.url);
    const { page } = amber;
    await page.goto("/");
    await page.getByRole("heading", { level: 1 }).waitFor();
    await waitUntilSettled(page);
    await tabToButton(page, /^Play Blue Moon City against a bot$/);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await tabTo(page, "dialog input");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("Amber");
    await page.keyboard.press("Enter");
    await page.locator("[data-tile]").first().waitFor();
    const seat = await browserSeat(page, environment.url);
    const { response } = await turnOrEnd(seat);
    await waitUntilSettled(page, response.seq);

    await tabTo(page, "[data-tile]");
    await page.keyboard.press("ArrowUp");
    const tile = await page.evaluate(() => document.activeElement?.getAttribute("data-tile"));
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await eventually(
      "the figure walks",
      async () => cityPlay(await seat.view()).seats[seat.seat]!.figure === tile,
    );

    const { response: afterWalk } = await turnOrEnd(seat);
    await waitUntilSettled(page, afterWalk.seq);
    // The tile panel is still open. Escape returns to the overview.
    await page.keyboard.press("Escape");
    await tabToButton(page, /end turn$/);
    await page.keyboard.press("Enter");
    const turn = cityPlay(afterWalk).turn.number;
    await eventually("the turn passes", async () => cityPlay(await seat.view()).turn.number > turn);
    expect(amber.errors).toEqual([]);
    await amber.context.close();
  });
});
