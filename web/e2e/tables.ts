import type * as gateway from "../src/contract/gateway";
import type { CityState } from "../src/contract/city";
import type { DuelState } from "../src/contract/duel";
import type { AnyView } from "../src/table/table_view";
import type { Advisor } from "./advisor";
import { pause } from "../src/gateway/pause";
import { eventually } from "./system";

export type ViewResponse = Omit<gateway.ViewResponse, "view" | "actions"> & {
  view: AnyView;
  actions: Action[];
};

/** The position of a running game. */
export const cityPlay = ({ view }: ViewResponse): CityState => view.play as CityState;
export const duelPlay = ({ view }: ViewResponse): DuelState => view.play as DuelState;

const TOO_MANY_REQUESTS = 429;
/** Several games at the same time take minutes on a busy machine. */
const BOT_GAMES_TIMEOUT_MS = 480_000;
export type Action = { type: string } & Record<string, unknown>;

/** Send a request, and retry when rate limited. */
async function call<Body>(url: string, method: string, token?: string, body?: unknown): Promise<Body> {
  const headers = {
    "Content-Type": "application/json",
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
  };
  for (;;) {
    const response = await fetch(url, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (response.ok) return (await response.json()) as Body;
    if (response.status !== TOO_MANY_REQUESTS)
      throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
    await pause(Number(response.headers.get("Retry-After")) * 1000);
  }
}

/** A seat played over HTTP. */
export class Seat {
  constructor(
    readonly url: string,
    readonly table: string,
    readonly seat: number,
    readonly token: string,
  ) {}

  get link(): string {
    return `${this.url}/table/${this.table}#token=${this.token}`;
  }

  view(): Promise<ViewResponse> {
    return call(`${this.url}/v1/tables/${this.table}/view`, "GET", this.token);
  }

  /** Return the ids of the commands that were accepted, oldest first. */
  async commandIds(): Promise<string[]> {
    const path = `/v1/tables/${this.table}/commits`;
    const { commits } = await call<{ commits: { command: { id: string } }[] }>(
      `${this.url}${path}`,
      "GET",
      this.token,
    );
    return commits.map(({ command }) => command.id);
  }

  async send(action: Action, expectedSeq: number): Promise<void> {
    const body = { id: crypto.randomUUID(), action, expected_seq: expectedSeq };
    await call(`${this.url}/v1/tables/${this.table}/commands`, "POST", this.token, body);
  }

  /** Return the view and the legal actions, or null while other seats act. */
  async turn(): Promise<{ response: ViewResponse; actions: Action[] } | null> {
    const response = await this.view();
    return response.actions.length > 0 ? { response, actions: response.actions } : null;
  }

  /** Play like a bot until `isEnough` returns true or the game is over. */
  async playOn(
    advisor: Advisor,
    level: string,
    isEnough: (response: ViewResponse, actions: Action[]) => boolean,
  ): Promise<void> {
    for (;;) {
      const turn = await eventually("a turn or the end", async () => {
        const turn = await this.turn();
        return (
          turn ??
          ((await this.view()).view.stage === "over" ? { response: await this.view(), actions: [] } : null)
        );
      });
      if (turn.actions.length === 0 || isEnough(turn.response, turn.actions)) return;
      const action = await advisor.choose(turn.response, turn.actions, level);
      // When both sides choose at the same time, the other may commit first. Then choose again.
      await this.send(action, turn.response.seq).catch((error: unknown) => {
        if (!String(error).includes('"stale"')) throw error;
      });
    }
  }
}

/** Open a table as a guest and take a seat. */
export async function openTable(
  url: string,
  player: string,
  game: string,
  options: Record<string, unknown>,
  terms: Record<string, unknown> = {},
): Promise<Seat> {
  const body = { game, options, player, terms };
  const seatResponse = await call<{ table: string; seat: number; token: string }>(
    `${url}/v1/guests/tables`,
    "POST",
    undefined,
    body,
  );
  return new Seat(url, seatResponse.table, seatResponse.seat, seatResponse.token);
}

/** Take a seat at an open table as another guest. */
export async function joinTable(url: string, table: string, player: string): Promise<Seat> {
  const seatResponse = await call<{ seat: number; token: string }>(
    `${url}/v1/guests/tables/${table}/seats`,
    "POST",
    undefined,
    { player },
  );
  return new Seat(url, table, seatResponse.seat, seatResponse.token);
}

/** Play tables with bots only to the end, so that the system has some history. */
export async function playBotGames(url: string, platformKey: string, tables = 3): Promise<void> {
  const bots = [0, 1].map((seat) => ({ seat, level: "builder" }));
  const body = { game: "city", options: { players: 2 }, terms: { bots, autostart: true } };
  const playOneGame = async () => {
    const { table } = await call<{ table: string }>(`${url}/v1/tables`, "POST", platformKey, body);
    await eventually(
      "the end of a game of bots",
      async () => {
        const response = await call<ViewResponse>(`${url}/v1/tables/${table}/view`, "GET", platformKey);
        return response.view.stage === "over";
      },
      BOT_GAMES_TIMEOUT_MS,
    );
  };
  await Promise.all(Array.from({ length: tables }, playOneGame));
}
