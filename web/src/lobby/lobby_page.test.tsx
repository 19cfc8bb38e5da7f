import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Suspense } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { settle } from "../testing/settle";
import { setGuestName } from "../guest/guest_name";
import { storeToken, findToken } from "../seat_tokens/seat_tokens";
import { problem, scriptGateway, type RecordedRequest, type Reply } from "../testing/gateway";
import { HIGHCARD } from "../testing/highcard";
import { CATALOGUE, tableRow } from "../testing/lobby";
import type { Language } from "../words/language";

const TOKEN = `x.${btoa(JSON.stringify({ table: "new", seat: 0 }))}.y`;
const SEAT_RESPONSE = { table: "new", seat: 0, token: TOKEN };

/** Site and catalogue are cached per page, so each test loads the modules again. */
async function openLobby(responses: Record<string, Reply> = {}, guests = true, language: Language = "en") {
  vi.resetModules();
  const requests = scriptGateway({
    "GET /v1/site": { version: "1", guests, live_url: "ws://127.0.0.1:1", live_port: 1 },
    "GET /v1/games": CATALOGUE,
    "GET /v1/tables": { tables: [], after: null, age_ms: 0 },
    "GET /v1/standings/*": { game: "city", standings: [], players: 0, age_ms: 0 },
    "POST /v1/guests/tables": SEAT_RESPONSE,
    ...responses,
  });
  const { default: LobbyPage } = await import("./lobby_page");
  const { LanguageContext } = await import("../words/language");
  await settle(() => {
    render(
      <LanguageContext value={language}>
        <Suspense fallback="…">
          <LobbyPage />
        </Suspense>
      </LanguageContext>,
    );
  });
  await screen.findByRole("heading", { level: 1 });
  return requests;
}

/** Open the dialog for a new table, and wait for the options form: it is loaded on demand. */
async function openDialog(button: HTMLElement) {
  await act(() => userEvent.click(button));
  await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
}

const openRequests = (requests: RecordedRequest[]) =>
  requests.filter((request) => request.path === "/v1/guests/tables");

beforeEach(() => {
  vi.stubGlobal("WebSocket", class {});
  history.replaceState(null, "", "/");
});

describe("the lobby", () => {
  it("opens a table against a bot with one click for a named guest", async () => {
    setGuestName("Amber");
    const requests = await openLobby();
    await userEvent.click(screen.getByRole("button", { name: "Play Blue Moon City against a bot" }));
    await waitFor(() => expect(location.pathname).toBe("/table/new"));
    expect(openRequests(requests)).toHaveLength(1);
    expect(openRequests(requests)[0]?.body).toMatchObject({
      game: "city",
      player: "Amber",
      options: { players: 2 },
      terms: { bots: [{ seat: 1, level: "builder" }] },
    });
    expect(findToken("new")).toMatchObject({ viewer: 0, token: TOKEN });
  });

  it("asks for a name the first time and suggests one", async () => {
    const requests = await openLobby();
    await userEvent.click(screen.getByRole("button", { name: "Play Blue Moon against a bot" }));
    expect(openRequests(requests)).toEqual([]);
    const name = screen.getByLabelText("Your name");
    expect(name).not.toHaveProperty("value", "");
    await userEvent.clear(name);
    await userEvent.type(name, " Basalt ");
    await userEvent.click(screen.getByRole("button", { name: "Play" }));
    await waitFor(() => expect(location.pathname).toBe("/table/new"));
    expect(openRequests(requests)[0]?.body).toMatchObject({ game: "duel", player: "Basalt", options: {} });
  });

  it("shows why a table could not be opened and allows a retry", async () => {
    setGuestName("Amber");
    await openLobby({ "POST /v1/guests/tables": problem(409, "rejected") });
    const play = screen.getByRole("button", { name: "Play Blue Moon City against a bot" });
    await userEvent.click(play);
    expect((await screen.findByRole("alert")).textContent).toContain("the detail of rejected");
    expect(play).toHaveProperty("disabled", false);
  });

  it("offers a game that has no game UI, with its own picture and a neutral text", async () => {
    setGuestName("Amber");
    const games = [...CATALOGUE.games, HIGHCARD];
    const requests = await openLobby({
      "GET /v1/games": { ...CATALOGUE, games },
      "GET /v1/tables": { tables: [tableRow({ game: "highcard", stage: "over" })], after: null, age_ms: 0 },
      "POST /v1/games/highcard/check": { problems: [] },
    });
    const cards = screen.getAllByRole("article");
    expect(cards).toHaveLength(3);
    const card = cards[2]!;
    expect(within(card).getByRole("heading", { name: "High Card" })).toBeTruthy();
    expect(within(card).getByText("2 to 3 players")).toBeTruthy();
    expect(within(card).getByText(/^A game from a plug-in/)).toBeTruthy();
    const pictures = cards.map((each) => each.querySelector("svg")!.innerHTML);
    expect(new Set(pictures).size).toBe(3);
    const listed = screen.getByRole("region", { name: "Recently finished" });
    expect(await within(listed).findByText(/^High Card/)).toBeTruthy();

    await openDialog(within(card).getByRole("button", { name: "Open a table…" }));
    await userEvent.clear(await screen.findByLabelText("Rounds"));
    await userEvent.type(screen.getByLabelText("Rounds"), "5");
    await userEvent.click(screen.getByRole("button", { name: "Open table" }));
    await waitFor(() => expect(openRequests(requests)).toHaveLength(1));
    expect(openRequests(requests)[0]?.body).toMatchObject({
      game: "highcard",
      options: { players: 2, rounds: 5 },
    });
  });

  it("opens a table with the chosen options", async () => {
    setGuestName("Amber");
    const requests = await openLobby();
    await openDialog(screen.getAllByRole("button", { name: "Open a table…" })[0]!);
    await userEvent.click(screen.getByLabelText("4 seats"));
    await userEvent.selectOptions(screen.getByLabelText("Seat 3"), "planner");
    await userEvent.selectOptions(
      screen.getByLabelText("Clock"),
      "20 minutes each, plus 20 seconds per turn",
    );
    await userEvent.selectOptions(screen.getByLabelText("When time runs out"), "skip");
    await userEvent.click(screen.getByLabelText("Show this table in the lobby"));
    await userEvent.selectOptions(screen.getByLabelText("Spectators watch"), "with a delay of 5 minutes");
    await userEvent.click(screen.getByRole("button", { name: "Open table" }));
    await waitFor(() => expect(openRequests(requests)).toHaveLength(1));
    expect(openRequests(requests)[0]?.body).toMatchObject({
      options: { players: 4 },
      terms: {
        clock: { type: "bank", seconds: 1200, increment_seconds: 20 },
        time_out: "skip",
        listed: false,
        spectator_delay_seconds: 300,
        bots: [{ seat: 2, level: "planner" }],
      },
    });
  });

  it("lists own tables, those waiting for the player first", async () => {
    const token = (seat: number) => `x.${btoa(JSON.stringify({ seat }))}.y`;
    storeToken("waits", token(1));
    storeToken("mine", token(0));
    const rows: Record<string, unknown> = {
      waits: tableRow({ table: "waits", players: ["Basalt", "Amber"], updated_at: 9_000 }),
      mine: tableRow({ table: "mine", updated_at: 5_000 }),
    };
    await openLobby({
      "GET /v1/tables/*": (request: RecordedRequest) => rows[request.path.split("/")[3]!],
    });
    const list = await screen.findByRole("region", { name: "Your tables" });
    await waitFor(() => expect(within(list).getAllByRole("link")).toHaveLength(2));
    const links = within(list).getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["/table/mine", "/table/waits"]);
    expect(within(list).getByText("Your turn")).toBeTruthy();
  });

  it("lists finished tables with a link to the replay", async () => {
    const over = tableRow({
      table: "done",
      stage: "over",
      results: [{ seat: 0, place: 1, won: true, score: {} }],
    });
    await openLobby({ "GET /v1/tables": { tables: [over], after: null, age_ms: 0 } });
    const link = await screen.findByRole("link", { name: "Replay" });
    expect(link.getAttribute("href")).toBe("/replay/done");
    expect(screen.getByText("Amber won")).toBeTruthy();
  });

  it("explains that the platform opens tables where guests are not allowed", async () => {
    await openLobby({}, false);
    expect(screen.getByRole("status").textContent).toContain("opened by the gaming platform");
    expect(screen.queryByRole("button", { name: /against a bot/ })).toBeNull();
  });

  it.each([
    ["de", "Blue Moon City gegen einen Bot spielen"],
    ["fr", "Jouer à Blue Moon City contre un bot"],
    ["nl", "Blue Moon City spelen tegen een bot"],
    ["it", "Gioca a Blue Moon City contro un bot"],
  ] as const)("is translated to %s", async (language, words) => {
    await openLobby({}, true, language);
    expect(screen.getByRole("button", { name: words })).toBeTruthy();
  });
});
