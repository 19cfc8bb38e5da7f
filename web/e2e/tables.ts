import type { components } from "../src/contract/gateway";
import type { Advisor } from "./advisor";
import { pause } from "../src/gateway/pause";
import { eventually } from "./system";

type Schemas = components["schemas"];
export type ViewAnswer = Omit<Schemas["ViewAnswer"], "view"> & {
  // Tests look at few fields of either game's view.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  view: any;
};
const TOO_MANY = 429;
export type Action = { type: string } & Record<string, unknown>;

/** Keeps to the rate of calls as any client should: a call that came too early does not count. */
async function call<Answer>(url: string, method: string, token?: string, body?: unknown): Promise<Answer> {
  const headers = {
    "Content-Type": "application/json",
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
  };
  for (;;) {
    const answer = await fetch(url, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (answer.ok) return (await answer.json()) as Answer;
    if (answer.status !== TOO_MANY)
      throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
    await pause(Number(answer.headers.get("Retry-After")) * 1000);
  }
}

/** A seat that is played over HTTP, beside those that are played in a browser. */
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

  view(): Promise<ViewAnswer> {
    return call(`${this.url}/v1/tables/${this.table}/view`, "GET", this.token);
  }

  async legal(): Promise<{ seq: number; actions: Action[] }> {
    return call(`${this.url}/v1/tables/${this.table}/legal`, "GET", this.token);
  }

  async send(action: Action, expected: number): Promise<void> {
    const body = { id: crypto.randomUUID(), action, expected_seq: expected };
    await call(`${this.url}/v1/tables/${this.table}/commands`, "POST", this.token, body);
  }

  /** The view and what may be done in it, at one version; null while somebody else is to move. */
  async turn(): Promise<{ answer: ViewAnswer; actions: Action[] } | null> {
    const [answer, legal] = await Promise.all([this.view(), this.legal()]);
    if (answer.seq !== legal.seq) return null;
    const actions = legal.actions.filter(({ type }) => !type.includes("takeback") && type !== "resign");
    return actions.length > 0 ? { answer, actions } : null;
  }

  /** Plays like a bot until `enough` says so or the game is over. */
  async playOn(
    advisor: Advisor,
    level: string,
    enough: (answer: ViewAnswer, actions: Action[]) => boolean,
  ): Promise<void> {
    for (;;) {
      const now = await eventually("a turn or the end", async () => {
        const turn = await this.turn();
        return (
          turn ??
          ((await this.view()).view.stage === "over" ? { answer: await this.view(), actions: [] } : null)
        );
      });
      if (now.actions.length === 0 || enough(now.answer, now.actions)) return;
      const action = await advisor.choose(now.answer, now.actions, level);
      // Where both choose at the same time, the other may have been faster: then it is thought over again.
      await this.send(action, now.answer.seq).catch((error: unknown) => {
        if (!String(error).includes('"stale"')) throw error;
      });
    }
  }
}

/** A guest opens a table and sits down. */
export async function openTable(
  url: string,
  player: string,
  game: "city" | "duel",
  options: Record<string, unknown>,
  terms: Record<string, unknown> = {},
): Promise<Seat> {
  const body = { game, options, player, terms };
  const seated = await call<{ table: string; seat: number; token: string }>(
    `${url}/v1/guests/tables`,
    "POST",
    undefined,
    body,
  );
  return new Seat(url, seated.table, seated.seat, seated.token);
}

/** Another guest sits down at an open table. */
export async function joinTable(url: string, table: string, player: string): Promise<Seat> {
  const seated = await call<{ seat: number; token: string }>(
    `${url}/v1/guests/tables/${table}/seats`,
    "POST",
    undefined,
    { player },
  );
  return new Seat(url, table, seated.seat, seated.token);
}

/** Some life on the system: tables at which only bots sit. */
export async function openForBots(url: string, platformKey: string, tables = 6): Promise<void> {
  const bots = [0, 1].map((seat) => ({ seat, level: "builder" }));
  const body = { game: "city", options: { players: 2 }, terms: { bots, autostart: true } };
  await Promise.all(
    Array.from({ length: tables }, () => call(`${url}/v1/tables`, "POST", platformKey, body)),
  );
}
