import { describe, expect, it } from "vitest";
import { setUpEnvironment } from "./environment";
import { openBrowser } from "./browser";
import { performCityAction } from "./city_gestures";
import { performCityGesture, playOneAction, turnOrEnd } from "./playing";
import { waitUntilSettled } from "./settled";
import { eventually } from "./system";
import { cityPlay, openTable } from "./tables";

const environment = setUpEnvironment();

describe("When services crash", () => {
  it("a click made while gateway and notifier are down is delivered once when they are back", async () => {
    const amber = await openBrowser(environment.browser, environment.url);
    const { page } = amber;
    const bots = [{ seat: 1, level: "builder" }];
    const seat = await openTable(environment.url, "Amber", "city", { players: 2 }, { bots });
    await page.goto(seat.link);
    await page.locator("[data-tile]").first().waitFor();
    expect(new URL(page.url()).hash, "the token does not stay in the address").toBe("");
    await playOneAction(page, seat, environment.advisor, "builder", performCityGesture);

    const { response } = await turnOrEnd(seat);
    await waitUntilSettled(page, response.seq);
    environment.system.kill("notifier");
    environment.system.kill("gateway");
    await performCityAction(page, { type: "draw" }, cityPlay(response).seats[0]!.figure!);
    await eventually("the click arrives", async () => (await seat.view()).seq > response.seq);
    const after = await turnOrEnd(seat);
    await waitUntilSettled(page, after.response.seq);
    const turns = cityPlay(after.response).turn.number;
    expect(turns - cityPlay(response).turn.number, "one turn each, not two for Amber").toBe(2);

    // Wait for the notice before the crash: the connection may recover within a moment.
    const lost = page.getByText("Connection lost.").waitFor();
    environment.system.kill("notifier");
    await lost;
    await playOneAction(page, seat, environment.advisor, "builder", performCityGesture);
    const { seq } = await seat.view();
    await waitUntilSettled(page, seq);
    await page.getByText("Connection lost.").waitFor({ state: "detached" });
    expect(amber.errors).toEqual([]);
    await amber.context.close();
  });

  it("play continues after a restart of the Valkey server, even for a browser that was offline", async () => {
    const amber = await openBrowser(environment.browser, environment.url);
    const { page, context } = amber;
    const bots = [{ seat: 1, level: "builder" }];
    const seat = await openTable(environment.url, "Amber", "city", { players: 2 }, { bots });
    await page.goto(seat.link);
    await page.locator("[data-tile]").first().waitFor();
    const { response } = await turnOrEnd(seat);
    await waitUntilSettled(page, response.seq);

    await context.setOffline(true);
    await performCityAction(page, { type: "draw" }, "courtyard");
    await environment.system.killServer();
    await context.setOffline(false);
    await eventually("the click arrives", async () => (await seat.view()).seq > response.seq, 120_000);
    const after = await turnOrEnd(seat);
    await waitUntilSettled(page, after.response.seq);
    await context.close();
  });
});
