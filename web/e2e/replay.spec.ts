import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { setUpEnvironment } from "./environment";
import { openBrowser } from "./browser";
import { turnOrEnd } from "./playing";
import { waitUntilSettled } from "./settled";
import { openTable } from "./tables";

const environment = setUpEnvironment();

const seqInUrl = (page: Page) => new URL(page.url()).searchParams.get("at");

describe("A replay", () => {
  it("is navigated by keyboard, shows the view of each seat, and can be shared as a link to a position", async () => {
    const bots = [{ seat: 1, level: "builder" }];
    const seat = await openTable(environment.url, "Amber", "city", { players: 2 }, { bots });
    await seat.playOn(environment.advisor, "builder", () => false);
    const last = (await seat.view()).seq;

    // Coral is not at the table: anybody with the link may watch.
    const coral = await openBrowser(environment.browser, environment.url);
    const { page } = coral;
    await page.goto(`/replay/${seat.table}`);
    const bar = page.getByRole("slider", { name: "Position in the game" });
    await bar.waitFor();
    expect(await bar.getAttribute("max")).toBe(String(last));
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+ArrowRight");
    await page.waitForFunction(() => Number(new URLSearchParams(location.search).get("at")) > 4);
    await waitUntilSettled(page);
    const moment = seqInUrl(page)!;
    const line = page.getByRole("list", { name: "Game log" }).locator("[data-now=true]").first();
    const narration = await line.innerText();
    await page.getByLabel("View as").selectOption({ label: "Amber" });
    await page.waitForURL(/as=0/);
    await page.getByRole("region", { name: /^Your hand/ }).waitFor();

    const jade = await openBrowser(environment.browser, environment.url);
    await jade.page.goto(page.url());
    await jade.page.getByRole("slider", { name: "Position in the game" }).waitFor();
    await waitUntilSettled(jade.page);
    expect(seqInUrl(jade.page)).toBe(moment);
    const shared = jade.page.getByRole("list", { name: "Game log" }).locator("[data-now=true]").first();
    await shared.waitFor();
    expect(await shared.innerText()).toBe(narration);
    await jade.page.getByRole("region", { name: /^Your hand/ }).waitFor();
    for (const { errors, context } of [coral, jade]) {
      expect(errors).toEqual([]);
      await context.close();
    }
  });
});

describe("A running game", () => {
  it("can be watched from the lobby by a spectator, who sees no hand", async () => {
    const seat = await openTable(
      environment.url,
      "Basalt",
      "city",
      { players: 2 },
      { bots: [{ seat: 1, level: "builder" }] },
    );
    const coral = await openBrowser(environment.browser, environment.url);
    const { page } = coral;
    await page.goto("/");
    const row = page.getByRole("listitem").filter({ hasText: "Basalt" });
    await row.getByRole("button", { name: "Watch" }).first().click();
    await page.getByText("You are watching").waitFor();
    const { response, actions } = await turnOrEnd(seat);
    await waitUntilSettled(page, response.seq);
    await seat.send(await environment.advisor.choose(response, actions, "builder"), response.seq);
    await waitUntilSettled(page, response.seq + 1);
    expect(await page.getByRole("region", { name: /^Your hand/ }).count()).toBe(0);
    expect(coral.errors).toEqual([]);
    await coral.context.close();
  });
});
