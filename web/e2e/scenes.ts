import type { Page } from "playwright-core";
import type { Advisor } from "./advisor";
import { turnOrEnd } from "./playing";
import { waitUntilSettled } from "./settled";
import { cityPlay, duelPlay, joinTable, openTable, playBotGames, type Seat } from "./tables";

/** A main screen of the site and how to open it. */
export interface Scene {
  name: string;
  open: (page: Page) => Promise<void>;
}

const CITY_BOTS = [1, 2, 3].map((seat) => ({ seat, level: "builder" }));
const CITY_COMMITS = 110;
const DUEL_TURNS = 7;

async function openSeat(page: Page, seat: Seat): Promise<void> {
  const { seq } = await seat.view();
  await page.goto(seat.link);
  await waitUntilSettled(page, seq);
}

/** Play tables to every state once. Scenes can be opened any number of times. */
export interface Keys {
  readonly platform: string;
  readonly operator: string;
}

export async function scenes(url: string, keys: Keys, advisor: Advisor): Promise<Scene[]> {
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
      (response) => response.seq > CITY_COMMITS && cityPlay(response).turn.phase === "movement",
    ),
    ended.playOn(advisor, "builder", () => false),
    duel.playOn(
      advisor,
      "duelist",
      (response, actions) =>
        duelPlay(response).turn.number > DUEL_TURNS && actions.some(({ type }) => type === "play_card"),
    ),
    playBotGames(url, keys.platform),
  ]);
  await turnOrEnd(city);
  return [
    { name: "lobby", open: (page) => openLobby(page) },
    {
      name: "new-table",
      open: async (page) => {
        await openLobby(page);
        await page.locator("main").getByRole("button", { name: "Open a table…" }).first().click();
        await page.getByRole("dialog").waitFor();
        await waitUntilSettled(page);
      },
    },
    {
      name: "join",
      open: async (page) => {
        await page.goto(`/table/${waiting.table}`);
        await waitForHeading(page);
      },
    },
    { name: "waiting", open: (page) => openSeat(page, waiting) },
    { name: "city", open: (page) => openSeat(page, city) },
    {
      name: "city-tile",
      open: async (page) => {
        await openSeat(page, city);
        await page.locator("[data-tile][data-lit]").first().click();
        await page.locator("[data-tile][data-chosen=true]").waitFor();
        await waitUntilSettled(page);
      },
    },
    { name: "ending", open: (page) => openSeat(page, ended) },
    { name: "duel", open: (page) => openSeat(page, duel) },
    {
      name: "duel-card",
      open: async (page) => {
        await openSeat(page, duel);
        await page.locator("[data-card][data-lit=true]").first().click();
        // Hovering over the card opens its preview.
        await page.getByRole("tooltip").waitFor();
        await waitUntilSettled(page);
      },
    },
    {
      name: "replay",
      open: async (page) => {
        await page.goto(`/replay/${ended.table}?at=120`);
        await page.getByRole("slider").first().waitFor();
        await page.locator("[data-tile]").first().waitFor();
        await waitUntilSettled(page);
      },
    },
    {
      name: "decks",
      open: async (page) => {
        await page.goto("/decks");
        await waitForHeading(page);
      },
    },
    {
      name: "operations",
      open: async (page) => {
        await page.goto(`/operations#key=${keys.operator}`);
        await page.getByText("All systems normal").or(page.getByRole("alert")).first().waitFor();
        // A rate needs two readings.
        await page.locator("figure [role=img] path[stroke][d^=M]").first().waitFor({ state: "attached" });
        await waitUntilSettled(page);
      },
    },
    {
      name: "nothing-here",
      open: async (page) => {
        await page.goto("/no/such/page");
        await waitForHeading(page);
      },
    },
  ];
}

async function openLobby(page: Page): Promise<void> {
  await page.goto("/");
  await waitForHeading(page);
}

async function waitForHeading(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await waitUntilSettled(page);
}
