import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openBrowser } from "./browser";
import { setUpEnvironment } from "./environment";
import { performCityGesture, playOneAction } from "./playing";
import { waitUntilSettled } from "./settled";
import { openTable, type Seat } from "./tables";

const LIVE_SOCKET = /\/v1\/live$/;
const ACTIONS = 3;

const environment = setUpEnvironment();

interface Sent {
  /** Ids of commands sent as frames of the live connection. */
  live: string[];
  /** Ids of commands sent as HTTP requests. */
  http: string[];
}

/** Record the commands that a page sends, by the way they take. */
function recordCommands(page: Page): Sent {
  const sent: Sent = { live: [], http: [] };
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => {
      const frame = JSON.parse(String(payload)) as { type: string; id: string };
      if (frame.type === "command") sent.live.push(frame.id);
    }),
  );
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/commands"))
      sent.http.push((request.postDataJSON() as { id: string }).id);
  });
  return sent;
}

/** Sit down at a table against a bot. */
async function sitDown(page: Page): Promise<Seat> {
  const bots = [{ seat: 1, level: "builder" }];
  const seat = await openTable(environment.url, "Amber", "city", { players: 2 }, { bots });
  await page.goto(seat.link);
  await page.locator("[data-tile]").first().waitFor();
  return seat;
}

async function play(page: Page, seat: Seat, actions: number): Promise<void> {
  for (let action = 0; action < actions; action++) {
    await playOneAction(page, seat, environment.advisor, "builder", performCityGesture);
    await waitUntilSettled(page, (await seat.view()).seq);
  }
}

describe("Commands", () => {
  it("are sent over the live connection, none of them over HTTP", async () => {
    const { page, context, errors } = await openBrowser(environment.browser, environment.url);
    const sent = recordCommands(page);
    await play(page, await sitDown(page), ACTIONS);
    expect(sent.http).toEqual([]);
    expect(new Set(sent.live).size).toBe(ACTIONS);
    expect(errors).toEqual([]);
    await context.close();
  });

  it("are sent over HTTP where the live connection is blocked", async () => {
    const { page, context, errors } = await openBrowser(environment.browser, environment.url);
    await page.routeWebSocket(LIVE_SOCKET, (socket) => void socket.close());
    const sent = recordCommands(page);
    await play(page, await sitDown(page), ACTIONS);
    expect(sent.live).toEqual([]);
    expect(new Set(sent.http).size).toBe(ACTIONS);
    expect(errors).toEqual([]);
    await context.close();
  });

  it("are sent again over HTTP if the connection is lost before the outcome, and count once", async () => {
    const { page, context, errors } = await openBrowser(environment.browser, environment.url);
    const live: string[] = [];
    await page.routeWebSocket(LIVE_SOCKET, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => {
        server.send(message);
        const frame = JSON.parse(String(message)) as { type: string; id: string };
        if (frame.type !== "command") return;
        // The notifier gets the command, the page not its outcome.
        live.push(frame.id);
        void socket.close();
      });
    });
    const { http } = recordCommands(page);
    const seat = await sitDown(page);
    await play(page, seat, 1);
    expect(live).toHaveLength(1);
    expect(http).toEqual(live);
    // The server puts the sitting before the client's id.
    const decided = (await seat.commandIds()).filter((id) => id.endsWith(`:${live[0]}`));
    expect(decided).toHaveLength(1);
    expect(errors).toEqual([]);
    await context.close();
  });
});
