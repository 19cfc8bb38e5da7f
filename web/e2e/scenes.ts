import type { Page } from "playwright-core";
import type { Advisor } from "./advisor";
import { shows, turnOrEnd } from "./playing";
import { joinTable, openForBots, openTable, type Seat } from "./tables";

/** Every main screen of the site, and how to come there. */
export interface Scene {
  name: string;
  open: (page: Page) => Promise<void>;
}

const CITY_BOTS = [1, 2, 3].map((seat) => ({ seat, level: "builder" }));
const CITY_VERSIONS = 110;
const DUEL_TURNS = 7;
/** Charts need some moments to have something to show. */
const CHARTED_MS = 6_000;

async function visit(page: Page, seat: Seat): Promise<void> {
  const { seq } = await seat.view();
  await page.goto(seat.link);
  await shows(page, seq);
}

/** Tables in every state, played to there once and shown as often as wanted. */
export async function scenes(url: string, platformKey: string, advisor: Advisor): Promise<Scene[]> {
  const city = await openTable(url, "Amber", "city", { players: 4 }, { bots: CITY_BOTS });
  const duel = await openTable(url, "Amber", "duel", {}, { bots: [{ seat: 1, level: "duelist" }] });
  const ended = await openTable(
    url,
    "Amber",
    "city",
    { players: 2 },
    { bots: [{ seat: 1, level: "builder" }] },
  );
  const waiting = await openTable(
    url,
    "Amber",
    "city",
    { players: 3 },
    { clock: { type: "bank", seconds: 1200 } },
  );
  await joinTable(url, waiting.table, "Basalt");
  await Promise.all([
    city.playOn(
      advisor,
      "builder",
      (answer) => answer.seq > CITY_VERSIONS && answer.view.play.turn.phase === "movement",
    ),
    ended.playOn(advisor, "builder", () => false),
    duel.playOn(
      advisor,
      "duelist",
      (answer, actions) =>
        answer.view.play.turn.number > DUEL_TURNS && actions.some(({ type }) => type === "play_card"),
    ),
  ]);
  await turnOrEnd(city);
  return [
    { name: "lobby", open: (page) => lobby(page) },
    {
      name: "new-table",
      open: async (page) => {
        await lobby(page);
        await page.locator("main").getByRole("button", { name: "Open a table …" }).first().click();
        await page.getByRole("dialog").waitFor();
      },
    },
    {
      name: "join",
      open: async (page) => {
        await page.goto(`/table/${waiting.table}`);
        await page.getByRole("heading", { level: 1 }).waitFor();
      },
    },
    { name: "waiting", open: (page) => visit(page, waiting) },
    { name: "city", open: (page) => visit(page, city) },
    {
      name: "city-tile",
      open: async (page) => {
        await visit(page, city);
        await page.locator("[data-tile][data-lit]").first().click();
      },
    },
    { name: "ending", open: (page) => visit(page, ended) },
    { name: "duel", open: (page) => visit(page, duel) },
    {
      name: "duel-card",
      open: async (page) => {
        await visit(page, duel);
        await page.locator("[data-card][data-lit=true]").first().click();
      },
    },
    {
      name: "replay",
      open: async (page) => {
        await page.goto(`/replay/${ended.table}?at=120`);
        await page.getByRole("slider").first().waitFor();
        await page.locator("[data-tile]").first().waitFor();
      },
    },
    {
      name: "decks",
      open: async (page) => {
        await page.goto("/decks");
        await page.getByRole("heading", { level: 1 }).waitFor();
      },
    },
    {
      name: "operations",
      open: async (page) => {
        await openForBots(url, platformKey);
        await page.goto(`/operations#key=${platformKey}`);
        await page.getByText("All is well").or(page.getByRole("alert")).first().waitFor();
        await page.waitForTimeout(CHARTED_MS);
      },
    },
    {
      name: "nothing-here",
      open: async (page) => {
        await page.goto("/no/such/page");
        await page.getByRole("heading", { level: 1 }).waitFor();
      },
    },
  ];
}

async function lobby(page: Page): Promise<void> {
  await page.goto("/");
  await page.getByRole("heading", { level: 1 }).waitFor();
}
