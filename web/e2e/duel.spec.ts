import { describe, expect, inject, it } from "vitest";
import { atHome } from "./at_home";
import { person } from "./browser";
import { inDuel } from "./duel_gestures";
import { keyringSeat } from "./keyring";
import { moveOnce, shows } from "./playing";

const url = inject("url");

const home = atHome();

describe("Blue Moon against a bot", () => {
  it("is one click away, and played to its end", async () => {
    const amber = await person(home.browser, url);
    const { page } = amber;
    await page.goto("/");
    await page.getByRole("button", { name: "Play Blue Moon against a bot" }).click();
    await page.getByRole("dialog").getByRole("textbox").fill("Amber");
    await page.getByRole("dialog").getByRole("button", { name: "Play" }).click();
    await page.locator("[data-card]").first().waitFor();
    const seat = await keyringSeat(page, url);

    const done = new Set<string>();
    let moves = 0;
    for (;;) {
      const action = await moveOnce(page, seat, home.advisor, "duelist", inDuel);
      if (!action) break;
      done.add(action.type);
      moves++;
    }
    expect(moves).toBeGreaterThan(10);
    expect([...done]).toEqual(expect.arrayContaining(["play_card", "announce_power"]));

    const end = await seat.view();
    await shows(page, end.seq);
    await page.getByRole("heading", { name: /wins$/ }).waitFor();
    expect(amber.errors).toEqual([]);
    await amber.context.close();
  });
});
