import { describe, expect, it } from "vitest";
import { itSlow, setUpEnvironment } from "./environment";
import { openBrowser } from "./browser";
import { performCityGesture, playOneAction } from "./playing";
import { browserSeat } from "./browser_seat";
import { waitUntilSettled } from "./settled";
import { cityPlay } from "./tables";
import { eventually } from "./system";

/** Log lines that show a player more about their own cards than others see. */
const PRIVATE_LINES = /draws|takes|dealt|hand/;

const environment = setUpEnvironment();

describe("Blue Moon City in two browsers", () => {
  itSlow(
    "is opened in the lobby, joined by link, played to the end, and narrated the same to both",
    async () => {
      const amber = await openBrowser(environment.browser, environment.url);
      const basalt = await openBrowser(environment.browser, environment.url);

      await amber.page.goto("/");
      await amber.page.getByRole("button", { name: "Open a table…" }).first().click();
      const dialog = amber.page.getByRole("dialog");
      await dialog.getByLabel("Your name").fill("Amber");
      await dialog.getByRole("button", { name: "Open table" }).click();
      await amber.page.getByText("Anyone with this link can join.").waitFor();
      const link = await amber.page.getByLabel("Link to share").inputValue();

      await basalt.page.goto(link);
      await basalt.page.getByLabel("Your name").fill("Basalt");
      await basalt.page.getByRole("button", { name: "Join" }).click();
      const people = [amber, basalt];
      for (const { page } of people) await page.locator("[data-tile]").first().waitFor();

      const seats = await Promise.all(people.map(({ page }) => browserSeat(page, environment.url)));
      let moves = 0;
      for (;;) {
        const view = await seats[0]!.view();
        if (view.view.stage === "over") break;
        const activeSeat = cityPlay(view).turn.seat;
        const userIndex = seats.findIndex(({ seat }) => seat === activeSeat);
        const action = await playOneAction(
          people[userIndex]!.page,
          seats[userIndex]!,
          environment.advisor,
          "builder",
          performCityGesture,
        );
        if (action) moves++;
      }
      expect(moves).toBeGreaterThan(60);

      const end = await seats[0]!.view();
      const winner = end.view.results.find((result) => result.won)!;
      const name = end.names[end.view.seats[winner.seat]!.player!];
      for (const { page } of people) {
        await waitUntilSettled(page, end.seq);
        await page.getByRole("heading", { name: `${name} wins` }).waitFor();
        expect(await page.getByRole("link", { name: "Replay" }).count()).toBeGreaterThan(0);
      }
      const logs = await Promise.all(
        people.map(({ page }) => page.getByRole("list", { name: "Game log" }).innerText()),
      );
      expect(logs[0]!.split("\n").length).toBeGreaterThan(moves);
      const publicLines = logs.map((log) => log.split("\n").filter((line) => !PRIVATE_LINES.test(line)));
      expect(publicLines[0]).toEqual(publicLines[1]);
      // Only the player who draws sees which cards were drawn.
      const draws = (log: string, player: string) =>
        log.split("\n").filter((line) => line.startsWith(`${player} draws`));
      for (const line of [...draws(logs[0]!, "Basalt"), ...draws(logs[1]!, "Amber")]) {
        expect(line).toMatch(/draws \d+ cards?\.$/);
      }
      for (const { errors, context } of people) {
        expect(errors).toEqual([]);
        await context.close();
      }
    },
  );

  it("continues after a reload in the middle of a turn, and in a second tab", async () => {
    const amber = await openBrowser(environment.browser, environment.url);
    await amber.page.goto("/");
    await amber.page.getByRole("button", { name: "Play Blue Moon City against a bot" }).click();
    await amber.page.getByRole("dialog").getByRole("textbox").fill("Amber");
    await amber.page.getByRole("dialog").getByRole("button", { name: "Play" }).click();
    await amber.page.locator("[data-tile]").first().waitFor();
    const seat = await browserSeat(amber.page, environment.url);

    const first = await playOneAction(amber.page, seat, environment.advisor, "builder", performCityGesture);
    expect(first).not.toBeNull();
    await amber.page.reload();
    const { seq } = await seat.view();
    await waitUntilSettled(amber.page, seq);

    const tab = await amber.context.newPage();
    await tab.goto(amber.page.url());
    await waitUntilSettled(tab, seq);
    await playOneAction(amber.page, seat, environment.advisor, "builder", performCityGesture);
    await eventually("both tabs show the same seq", async () => {
      const [first, second] = await Promise.all(
        [amber.page, tab].map((page) => page.locator("[data-seq]").getAttribute("data-seq")),
      );
      return first === second && Number(first) > seq;
    });
    expect(amber.errors).toEqual([]);
    await amber.context.close();
  });
});
