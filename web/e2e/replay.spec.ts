import type { Page } from "playwright-core";
import { describe, expect, inject, it } from "vitest";
import { atHome } from "./at_home";
import { person } from "./browser";
import { shows, turnOrEnd } from "./playing";
import { openTable } from "./tables";

const url = inject("url");

const home = atHome();

const at = (page: Page) => new URL(page.url()).searchParams.get("at");

describe("A replay", () => {
  it("leads through the whole game by keys, shows each seat's eyes, and is shared by link to a moment", async () => {
    const bots = [{ seat: 1, level: "builder" }];
    const seat = await openTable(url, "Amber", "city", { players: 2 }, { bots });
    await seat.playOn(home.advisor, "builder", () => false);
    const last = (await seat.view()).seq;

    // Coral was not at the table: whoever has the link may look.
    const coral = await person(home.browser, url);
    const { page } = coral;
    await page.goto(`/replay/${seat.table}`);
    const bar = page.getByRole("slider", { name: "Moment of the game" });
    await bar.waitFor();
    expect(await bar.getAttribute("max")).toBe(String(last));
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+ArrowRight");
    await page.waitForFunction(() => Number(new URLSearchParams(location.search).get("at")) > 4);
    const moment = at(page)!;
    const line = page.getByRole("list", { name: "What happened" }).locator("[data-now=true]").first();
    const told = await line.innerText();
    await page.getByLabel("Seen by").selectOption({ label: "Amber" });
    await page.waitForURL(/as=0/);
    await page.getByRole("region", { name: /^Your hand/ }).waitFor();

    const jade = await person(home.browser, url);
    await jade.page.goto(page.url());
    await jade.page.getByRole("slider", { name: "Moment of the game" }).waitFor();
    expect(at(jade.page)).toBe(moment);
    const shared = jade.page.getByRole("list", { name: "What happened" }).locator("[data-now=true]").first();
    await shared.waitFor();
    expect(await shared.innerText()).toBe(told);
    await jade.page.getByRole("region", { name: /^Your hand/ }).waitFor();
    for (const { errors, context } of [coral, jade]) {
      expect(errors).toEqual([]);
      await context.close();
    }
  });
});

describe("A running game", () => {
  it("is watched from the lobby, and goes on before the eyes of who has no hand", async () => {
    const seat = await openTable(
      url,
      "Basalt",
      "city",
      { players: 2 },
      { bots: [{ seat: 1, level: "builder" }] },
    );
    const coral = await person(home.browser, url);
    const { page } = coral;
    await page.goto("/");
    const row = page.getByRole("listitem").filter({ hasText: "Basalt" });
    await row.getByRole("button", { name: "Watch" }).first().click();
    await page.getByText("You are watching").waitFor();
    const { answer, actions } = await turnOrEnd(seat);
    await shows(page, answer.seq);
    await seat.send(await home.advisor.choose(answer, actions, "builder"), answer.seq);
    await shows(page, answer.seq + 1);
    expect(await page.getByRole("region", { name: /^Your hand/ }).count()).toBe(0);
    expect(coral.errors).toEqual([]);
    await coral.context.close();
  });
});
