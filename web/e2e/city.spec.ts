import { describe, expect, inject, it } from "vitest";
import { atHome } from "./at_home";
import { person } from "./browser";
import { inCity, moveOnce, shows } from "./playing";
import { keyringSeat } from "./keyring";
import { eventually } from "./system";

/** Lines that tell a player more of their own cards than others. */
const OWN_BUSINESS = /draws|takes|dealt|hand/;

const url = inject("url");

const home = atHome();

describe("Blue Moon City by two browsers", () => {
  it("is opened in the lobby, joined by link, played to its end, and told alike to both", async () => {
    const amber = await person(home.browser, url);
    const basalt = await person(home.browser, url);

    await amber.page.goto("/");
    await amber.page.getByRole("button", { name: "Open a table …" }).first().click();
    const dialog = amber.page.getByRole("dialog");
    await dialog.getByLabel("Your name").fill("Amber");
    await dialog.getByRole("button", { name: "Open the table" }).click();
    await amber.page.getByText("Whoever opens this link can sit down.").waitFor();
    const link = await amber.page.getByLabel("Share").inputValue();

    await basalt.page.goto(link);
    await basalt.page.getByLabel("Your name").fill("Basalt");
    await basalt.page.getByRole("button", { name: "Sit down" }).click();
    const people = [amber, basalt];
    for (const { page } of people) await page.locator("[data-tile]").first().waitFor();

    const seats = await Promise.all(people.map(({ page }) => keyringSeat(page, url)));
    let moves = 0;
    for (;;) {
      const view = await seats[0]!.view();
      if (view.view.stage === "over") break;
      const at = view.view.play.turn.seat as number;
      const place = seats.findIndex(({ seat }) => seat === at);
      const done = await moveOnce(people[place]!.page, seats[place]!, home.advisor, "builder", inCity);
      if (done) moves++;
    }
    expect(moves).toBeGreaterThan(60);

    const end = await seats[0]!.view();
    const winner = end.view.results.find((result: { won: boolean }) => result.won);
    const name = end.view.chairs[winner.seat].player as string;
    for (const { page } of people) {
      await shows(page, end.seq);
      await page.getByRole("heading", { name: `${name} wins` }).waitFor();
      expect(await page.getByRole("link", { name: "Replay" }).count()).toBeGreaterThan(0);
    }
    const logs = await Promise.all(
      people.map(({ page }) => page.getByRole("list", { name: "What happened" }).innerText()),
    );
    expect(logs[0]!.split("\n").length).toBeGreaterThan(moves);
    const open = logs.map((log) => log!.split("\n").filter((line) => !OWN_BUSINESS.test(line)));
    expect(open[0]).toEqual(open[1]);
    // Which cards the other draws is not for everyone.
    const draws = (log: string, player: string) =>
      log.split("\n").filter((line) => line.startsWith(`${player} draws`));
    for (const line of [...draws(logs[0]!, "Basalt"), ...draws(logs[1]!, "Amber")]) {
      expect(line).toMatch(/draws \d+ cards?\.$/);
    }
    for (const { errors, context } of people) {
      expect(errors).toEqual([]);
      await context.close();
    }
  });

  it("goes on where it was after a reload in the middle of a turn, and in a second tab", async () => {
    const amber = await person(home.browser, url);
    await amber.page.goto("/");
    await amber.page.getByRole("button", { name: "Play Blue Moon City against a bot" }).click();
    await amber.page.getByRole("dialog").getByRole("textbox").fill("Amber");
    await amber.page.getByRole("dialog").getByRole("button", { name: "Play" }).click();
    await amber.page.locator("[data-tile]").first().waitFor();
    const seat = await keyringSeat(amber.page, url);

    const first = await moveOnce(amber.page, seat, home.advisor, "builder", inCity);
    expect(first).not.toBeNull();
    await amber.page.reload();
    const { seq } = await seat.view();
    await shows(amber.page, seq);

    const tab = await amber.context.newPage();
    await tab.goto(amber.page.url());
    await shows(tab, seq);
    await moveOnce(amber.page, seat, home.advisor, "builder", inCity);
    await eventually("both tabs show the same", async () => {
      const [one, other] = await Promise.all(
        [amber.page, tab].map((page) => page.locator("[data-seq]").getAttribute("data-seq")),
      );
      return one === other && Number(one) > seq;
    });
    expect(amber.errors).toEqual([]);
    await amber.context.close();
  });
});
