import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LiveFromClient, Problem } from "../contract/live";
import { problem, scriptGateway, type RecordedRequest } from "../testing/gateway";
import { LiveServer, type ServerConnection } from "../testing/live_server";
import type { TableSession } from "./session";

const TOKEN = { table: "t1", viewer: 0, token: "my-token", at: Date.now() } as const;
/** Generous, for busy machines. */
const WAIT = { timeout: 50_000 };

type Command = { id: string; expected_seq: number | null };

/** A fake table that appends one commit per command. */
class FakeTable {
  seq = 5;
  /** Outcomes by command id: a repeated command has no further effect. */
  decided = new Map<string, number>();
  isDown = false;
  toAct = [0];

  handlers = {
    "GET /v1/site": () => ({ version: "1", guests: true, live_url: server.url, live_port: 1 }),
    "GET /v1/tables/t1/view": () =>
      this.#unlessDown({
        seq: this.seq,
        viewer: 0,
        view: { stage: "playing", play: null, seats: [] },
        figures: null,
        to_act: this.toAct,
        actions: [{ type: "draw" }],
        names: {},
      }),
    "GET /v1/tables/t1/commits": ({ query }: RecordedRequest) =>
      this.#unlessDown({
        latest_seq: this.seq,
        commits: this.commits.slice(Number(query.get("after") ?? 0)),
      }),
    "POST /v1/tables/t1/commands": ({ body }: RecordedRequest) =>
      this.#unlessDown(this.decide(body as Command)),
  };

  /** Decide a command from the live connection. The outcome comes after the commit. */
  onFrame = (frame: LiveFromClient, caller: ServerConnection): void => {
    if (frame.type !== "command") return;
    const reply = this.isDown ? problem(503, "unavailable") : this.decide(frame);
    const head = { type: "outcome", id: frame.subscription, command: frame.id } as const;
    if ("seq" in reply) caller.send({ ...head, seq: reply.seq, problem: null });
    else caller.send({ ...head, seq: null, problem: reply as unknown as Problem });
  };

  decide({ id, expected_seq }: Command) {
    if (!this.decided.has(id)) {
      if (expected_seq !== null && expected_seq !== this.seq) {
        return problem(409, "rejected", { rejection: { code: "stale", message: "" } });
      }
      this.advance();
      this.decided.set(id, this.seq);
    }
    return { command: id, table: "t1", seq: this.decided.get(id)!, rejection: null };
  }

  get commits() {
    return Array.from({ length: this.seq }, (_, index) => commit(index + 1));
  }

  advance(): void {
    this.seq += 1;
    for (const caller of server.connections) {
      const id = caller.received.find(({ type }) => type === "subscribe")?.id;
      if (id) caller.send({ type: "commit_update", id, seq: this.seq, commit: commit(this.seq) });
    }
  }

  #unlessDown<Body>(body: Body): Body {
    if (this.isDown) throw new TypeError("fetch failed");
    return body;
  }
}

const commit = (seq: number) => ({ table: "t1", seq, events: [] });

let server: LiveServer;
let fakeTable: FakeTable;
let requests: RecordedRequest[];
const stops: (() => void)[] = [];

beforeEach(async () => {
  server = await LiveServer.start();
  fakeTable = new FakeTable();
  server.onFrame = fakeTable.onFrame;
  requests = scriptGateway(fakeTable.handlers);
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  server.stop();
});

/** Load the modules again, as a new page does. Local storage is kept. */
async function openPage(): Promise<TableSession> {
  vi.resetModules();
  const { TableSession } = await import("./session");
  const session = new TableSession(TOKEN);
  stops.push(session.start());
  await vi.waitFor(() => expect(session.state.isComplete).toBe(true), WAIT);
  return session;
}

const reaches = (session: TableSession, seq: number) =>
  vi.waitFor(() => expect(session.state.view?.seq).toBe(seq), WAIT);
const seqs = (session: TableSession) => session.state.history.map(({ seq }) => seq);
const commandRequests = () => requests.filter(({ path }) => path.endsWith("/commands"));
const waitForSubscription = () => vi.waitFor(() => expect(server.newest?.received).toHaveLength(1), WAIT);

describe("a table session", () => {
  it("loads the newest view, legal actions and history", async () => {
    const session = await openPage();
    expect(session.state.view?.seq).toBe(5);
    expect(session.state.view?.actions).toEqual([{ type: "draw" }]);
    expect(seqs(session)).toEqual([1, 2, 3, 4, 5]);
    expect(session.state.news).toEqual([]);
  });

  it("follows commits of others and reports each as news once", async () => {
    const session = await openPage();
    await waitForSubscription();
    fakeTable.advance();
    await reaches(session, 6);
    expect(session.state.news.map(({ seq }) => seq)).toEqual([6]);
    fakeTable.advance();
    await reaches(session, 7);
    expect(session.state.news.map(({ seq }) => seq)).toEqual([7]);
    expect(seqs(session)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it("resolves `act` when the view is current and nothing is pending", async () => {
    const session = await openPage();
    const acting = session.act({ type: "draw" });
    expect(session.state.pending).not.toBeNull();
    expect(await session.act({ type: "draw" })).toBe(false);
    expect(await acting).toBe(true);
    expect(session.state).toMatchObject({ pending: null, rejection: null, view: { seq: 6 } });
    expect(fakeTable.decided.size).toBe(1);
  });

  it("requests one view after each commit, its own included", async () => {
    const session = await openPage();
    await waitForSubscription();
    requests.length = 0;
    expect(await session.act({ type: "draw" })).toBe(true);
    fakeTable.advance();
    await reaches(session, 7);
    await vi.waitFor(() => expect(seqs(session)).toContain(7), WAIT);
    // The commits between come over the connection, or by a request if the outcome is faster.
    const names = requests.map(({ path }) => path.split("/").at(-1)).filter((name) => name !== "commits");
    expect(names).toEqual(["view", "view"]);
  });

  it("resumes after a broken connection without gaps or duplicates", async () => {
    const session = await openPage();
    await waitForSubscription();
    server.newest!.drop();
    fakeTable.seq = 9;
    await vi.waitFor(() => expect(server.connections).toHaveLength(2), WAIT);
    await waitForSubscription();
    const [subscription] = server.newest!.received;
    expect(subscription).toMatchObject({ topic: { type: "table", after: 5, token: "my-token" } });
    for (const seq of [6, 7, 8, 9]) {
      server.newest!.send({ type: "commit_update", id: subscription!.id, seq, commit: commit(seq) });
    }
    await reaches(session, 9);
    expect(seqs(session)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it("sends an action over the live connection", async () => {
    const session = await openPage();
    await waitForSubscription();
    expect(await session.act({ type: "draw" })).toBe(true);
    expect(server.newest!.received.at(-1)).toMatchObject({ type: "command", expected_seq: 5 });
    expect(commandRequests()).toEqual([]);
  });

  it("reports a rejection from the live connection", async () => {
    const session = await openPage();
    await waitForSubscription();
    fakeTable.seq = 6;
    expect(await session.act({ type: "draw" })).toBe(false);
    expect(session.state.rejection?.problem.rejection?.code).toBe("stale");
    expect(commandRequests()).toEqual([]);
  });

  it("sends an action again over HTTP if the connection is lost before its outcome", async () => {
    const session = await openPage();
    await waitForSubscription();
    server.onFrame = (frame, caller) => {
      if (frame.type !== "command") return;
      // The table decides it, but the outcome is lost.
      fakeTable.decide(frame);
      caller.drop();
    };
    expect(await session.act({ type: "draw" })).toBe(true);
    expect(commandRequests()).toHaveLength(1);
    expect(fakeTable.decided.size).toBe(1);
    expect(session.state).toMatchObject({ rejection: null, view: { seq: 6 } });
  });

  it("loses no action while the server is down and reports that it waits", async () => {
    const session = await openPage();
    fakeTable.isDown = true;
    const acting = session.act({ type: "draw" });
    await vi.waitFor(() => expect(session.state.waitingReason).not.toBeNull(), WAIT);
    fakeTable.isDown = false;
    expect(await acting).toBe(true);
    expect(session.state).toMatchObject({ waitingReason: null, pending: null, view: { seq: 6 } });
  });

  it("sends a pending command after a reload", async () => {
    const before = await openPage();
    fakeTable.isDown = true;
    void before.act({ type: "draw" });
    await vi.waitFor(() => expect(before.state.waitingReason).not.toBeNull(), WAIT);
    stops.shift()!();
    fakeTable.isDown = false;
    const after = await openPage();
    await reaches(after, 6);
    expect(fakeTable.decided.size).toBe(1);
    expect(after.state.rejection).toBeNull();
  });

  it("stays in sync in two tabs, and rejects a stale action", async () => {
    const first = await openPage();
    await waitForSubscription();
    const second = await openPage();
    await vi.waitFor(() => expect(server.connections).toHaveLength(2), WAIT);
    await waitForSubscription();
    expect(await first.act({ type: "draw" })).toBe(true);
    await reaches(second, 6);
    expect(seqs(second)).toEqual(seqs(first));
    // The second tab has not received the first one's commit yet.
    fakeTable.seq = 7;
    expect(await second.act({ type: "draw" })).toBe(false);
    expect(second.state.rejection?.problem.rejection?.code).toBe("stale");
    await reaches(second, 7);
  });

  it("ignores the order in which simultaneous choices arrive", async () => {
    fakeTable.toAct = [0, 1];
    const session = await openPage();
    fakeTable.seq = 6;
    expect(await session.act({ type: "draw" })).toBe(true);
    expect(session.state).toMatchObject({ rejection: null, view: { seq: 7 } });
  });

  it("reports why a table can't be shown", async () => {
    vi.resetModules();
    scriptGateway({ ...fakeTable.handlers, "GET /v1/tables/t1/view": problem(401, "bad_token") });
    const { TableSession } = await import("./session");
    const session = new TableSession(TOKEN);
    stops.push(session.start());
    await vi.waitFor(() => expect(session.state.failure?.code).toBe("bad_token"));
  });
});
