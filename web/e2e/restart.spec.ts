import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { atHome } from "./at_home";
import { person } from "./browser";
import { doInCity } from "./city_gestures";
import { inCity, moveOnce, shows, turnOrEnd } from "./playing";
import { eventually, System } from "./system";
import { openTable } from "./tables";

let system: System;

const home = atHome();

beforeAll(async () => {
  system = await System.start();
});
afterAll(() => system.stop());

describe("When services die", () => {
  it("loses no click: what was done while the gateway was down arrives when it is back, once", async () => {
    const amber = await person(home.browser, system.url);
    const { page } = amber;
    const bots = [{ seat: 1, level: "builder" }];
    const seat = await openTable(system.url, "Amber", "city", { players: 2 }, { bots });
    await page.goto(seat.link);
    await page.locator("[data-tile]").first().waitFor();
    expect(new URL(page.url()).hash, "the token does not stay in the address").toBe("");
    await moveOnce(page, seat, home.advisor, "builder", inCity);

    const { answer } = await turnOrEnd(seat);
    await shows(page, answer.seq);
    system.kill("gateway");
    await doInCity(page, { type: "draw" }, answer.view.play.seats[0].figure as string);
    await eventually("the click arrives", async () => (await seat.view()).seq > answer.seq);
    const after = await turnOrEnd(seat);
    await shows(page, after.answer.seq);
    const turns = after.answer.view.play.turn.number as number;
    expect(turns - (answer.view.play.turn.number as number), "one turn of each, not two of Amber").toBe(2);

    system.kill("notifier");
    await page.getByText("The connection is lost.").waitFor();
    await moveOnce(page, seat, home.advisor, "builder", inCity);
    const { seq } = await seat.view();
    await shows(page, seq);
    await page.getByText("The connection is lost.").waitFor({ state: "detached", timeout: 60_000 });
    expect(amber.errors).toEqual([]);
    await amber.context.close();
  });

  it("goes on after the server itself was restarted, also for who was offline meanwhile", async () => {
    const amber = await person(home.browser, system.url);
    const { page, context } = amber;
    const bots = [{ seat: 1, level: "builder" }];
    const seat = await openTable(system.url, "Amber", "city", { players: 2 }, { bots });
    await page.goto(seat.link);
    await page.locator("[data-tile]").first().waitFor();
    const { answer } = await turnOrEnd(seat);
    await shows(page, answer.seq);

    await context.setOffline(true);
    await doInCity(page, { type: "draw" }, "courtyard");
    await system.killServer();
    await context.setOffline(false);
    await eventually("the click arrives", async () => (await seat.view()).seq > answer.seq, 120_000);
    const after = await turnOrEnd(seat);
    await shows(page, after.answer.seq);
    await context.close();
  });
});
