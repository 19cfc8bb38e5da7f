import { describe, expect } from "vitest";
import { itSlow, setUpEnvironment } from "./environment";
import { openBrowser } from "./browser";
import { performDuelAction } from "./duel_gestures";
import { browserSeat } from "./browser_seat";
import { waitUntilSettled } from "./settled";
import { playOneAction } from "./playing";

const environment = setUpEnvironment();

describe("Blue Moon against a bot", () => {
  itSlow("starts with one click and can be played to the end", async () => {
    const amber = await openBrowser(environment.browser, environment.url);
    const { page } = amber;
    await page.goto("/");
    await page.getByRole("button", { name: "Play Blue Moon against a bot" }).click();
    await page.getByRole("dialog").getByRole("textbox").fill("Amber");
    await page.getByRole("dialog").getByRole("button", { name: "Play" }).click();
    await page.locator("[data-card]").first().waitFor();
    const seat = await browserSeat(page, environment.url);

    const actionTypes = new Set<string>();
    let moves = 0;
    for (;;) {
      const action = await playOneAction(page, seat, environment.advisor, "duelist", performDuelAction);
      if (!action) break;
      actionTypes.add(action.type);
      moves++;
    }
    expect(moves).toBeGreaterThan(10);
    expect([...actionTypes]).toEqual(expect.arrayContaining(["play_card", "announce_power"]));

    const end = await seat.view();
    await waitUntilSettled(page, end.seq);
    await page.getByRole("heading", { name: /wins$/ }).waitFor();
    expect(amber.errors).toEqual([]);
    await amber.context.close();
  });
});
