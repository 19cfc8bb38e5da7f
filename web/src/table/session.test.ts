import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { problem, scriptGateway, type Asked } from "../testing/gateway";
import { LiveServer } from "../testing/live_server";
import type { TableSession } from "./session";

const KEY = { table: "t1", viewer: 0, token: "my-token", at: Date.now() } as const;
const SLOW = { timeout: 8_000 };

/** A game that goes on by one commit a command, as far as a page can tell. */
class TinyGame {
  seq = 5;
  /** Commands by id: the same one again has no other effect. */
  decided = new Map<string, number>();
  away = false;
  play: object | null = null;

  answers = {
    "GET /v1/site": () => ({ version: "1", guests: true, live_url: server.url, live_port: 1 }),
    "GET /v1/tables/t1/view": () =>
      this.#unless({ seq: this.seq, viewer: 0, view: { stage: "playing", play: this.play }, figures: null }),
    "GET /v1/tables/t1/legal": () => this.#unless({ seq: this.seq, seat: 0, actions: [{ type: "draw" }] }),
    "GET /v1/tables/t1/commits": ({ query }: Asked) =>
      this.#unless({ head: this.seq, commits: this.commits.slice(Number(query.get("after") ?? 0)) }),
    "POST /v1/tables/t1/commands": ({ body }: Asked) => {
      const { id, expected_seq } = body as { id: string; expected_seq: number | null };
      if (this.away) return this.#unless(null);
      if (!this.decided.has(id)) {
        if (expected_seq !== null && expected_seq !== this.seq) {
          return problem(409, "rejected", { rejection: { code: "stale", message: "" } });
        }
        this.goOn();
        this.decided.set(id, this.seq);
      }
      return { command: id, game: "t1", seq: this.decided.get(id), rejection: null };
    },
  };

  get commits() {
    return Array.from({ length: this.seq }, (_, index) => commit(index + 1));
  }

  goOn(): void {
    this.seq += 1;
    for (const caller of server.callers) {
      const id = caller.heard.find(({ type }) => type === "subscribe")?.id;
      if (id) caller.say({ type: "commit_seen", id, seq: this.seq, commit: commit(this.seq) });
    }
  }

  #unless<Body>(body: Body): Body {
    if (this.away) throw new TypeError("fetch failed");
    return body;
  }
}

const commit = (seq: number) => ({ game: "t1", seq, events: [] });

let server: LiveServer;
let game: TinyGame;
const stops: (() => void)[] = [];

beforeEach(async () => {
  server = await LiveServer.start();
  game = new TinyGame();
  scriptGateway(game.answers);
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  server.stop();
});

/** A page of its own: modules are loaded anew, what the browser keeps stays. */
async function openPage(): Promise<TableSession> {
  vi.resetModules();
  const { TableSession } = await import("./session");
  const session = new TableSession(KEY);
  stops.push(session.start());
  await vi.waitFor(() => expect(session.state.complete).toBe(true), SLOW);
  return session;
}

const reaches = (session: TableSession, seq: number) =>
  vi.waitFor(() => expect(session.state.seen?.seq).toBe(seq), SLOW);
const seqs = (session: TableSession) => session.state.history.map(({ seq }) => seq);
const follows = () => vi.waitFor(() => expect(server.newest?.heard).toHaveLength(1), SLOW);

describe("a table as a page follows it", () => {
  it("shows the newest view, what may be done and the whole story", async () => {
    const session = await openPage();
    expect(session.state.seen?.seq).toBe(5);
    expect(session.state.actions).toEqual([{ type: "draw" }]);
    expect(seqs(session)).toEqual([1, 2, 3, 4, 5]);
    expect(session.state.news).toEqual([]);
  });

  it("goes on with what others do, and tells it as news once", async () => {
    const session = await openPage();
    await follows();
    game.goOn();
    await reaches(session, 6);
    expect(session.state.news.map(({ seq }) => seq)).toEqual([6]);
    game.goOn();
    await reaches(session, 7);
    expect(session.state.news.map(({ seq }) => seq)).toEqual([7]);
    expect(seqs(session)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it("has acted when its promise is kept, with nothing on its way any more", async () => {
    const session = await openPage();
    const acting = session.act({ type: "draw" });
    expect(session.state.pending).not.toBeNull();
    expect(await session.act({ type: "draw" })).toBe(false);
    expect(await acting).toBe(true);
    expect(session.state).toMatchObject({ pending: null, refusal: null, seen: { seq: 6 } });
    expect(game.decided.size).toBe(1);
  });

  it("finds what happened while the line was broken, without a gap or a repetition", async () => {
    const session = await openPage();
    await follows();
    server.newest!.cut();
    game.seq = 9;
    await vi.waitFor(() => expect(server.callers).toHaveLength(2), SLOW);
    await follows();
    const [subscription] = server.newest!.heard;
    expect(subscription).toMatchObject({ topic: { type: "game", after: 5, token: "my-token" } });
    for (const seq of [6, 7, 8, 9]) {
      server.newest!.say({ type: "commit_seen", id: subscription!.id, seq, commit: commit(seq) });
    }
    await reaches(session, 9);
    expect(seqs(session)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it("loses no click while the server is away, and says that it waits", async () => {
    const session = await openPage();
    game.away = true;
    const acting = session.act({ type: "draw" });
    await vi.waitFor(() => expect(session.state.waiting).not.toBeNull(), SLOW);
    game.away = false;
    expect(await acting).toBe(true);
    expect(session.state).toMatchObject({ waiting: null, pending: null, seen: { seq: 6 } });
  });

  it("sends after a reload what the page before could not", async () => {
    const before = await openPage();
    game.away = true;
    void before.act({ type: "draw" });
    await vi.waitFor(() => expect(before.state.waiting).not.toBeNull(), SLOW);
    stops.shift()!();
    game.away = false;
    const after = await openPage();
    await reaches(after, 6);
    expect(game.decided.size).toBe(1);
    expect(after.state.refusal).toBeNull();
  });

  it("stays equal in two tabs, and a click in the slower one is refused, not played blindly", async () => {
    const first = await openPage();
    await follows();
    const second = await openPage();
    await vi.waitFor(() => expect(server.callers).toHaveLength(2), SLOW);
    await follows();
    expect(await first.act({ type: "draw" })).toBe(true);
    await reaches(second, 6);
    expect(seqs(second)).toEqual(seqs(first));
    // The line to the second tab is slow: it does not know yet what the first one did.
    game.seq = 7;
    expect(await second.act({ type: "draw" })).toBe(false);
    expect(second.state.refusal?.problem.rejection?.code).toBe("stale");
    await reaches(second, 7);
  });

  it("does not mind who was faster where several choose at the same time", async () => {
    const sides = [0, 1].map((seat) => ({ seat, chosen: false }));
    game.play = { stage: "mulligan", sides, turn: { seat: 0 } };
    const session = await openPage();
    game.seq = 6;
    expect(await session.act({ type: "draw" })).toBe(true);
    expect(session.state).toMatchObject({ refusal: null, seen: { seq: 7 } });
  });

  it("says why a table can't be shown", async () => {
    vi.resetModules();
    scriptGateway({ ...game.answers, "GET /v1/tables/t1/view": problem(401, "bad_token") });
    const { TableSession } = await import("./session");
    const session = new TableSession(KEY);
    stops.push(session.start());
    await vi.waitFor(() => expect(session.state.failure?.code).toBe("bad_token"));
  });
});
