import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Frame, LiveConnection } from "../live/connection";
import { problem, scriptGateway, type RecordedRequest } from "../testing/gateway";
import { Player } from "./player";
import { Recording } from "./recording";

const TOKEN = { table: "t1", viewer: "spectator", token: "watching", at: 0 } as const;
const LATEST_SEQ = 12;
const STARTED = 3;

/** A game of twelve commits that starts with the third; every fifth is a turning point. */
function commit(seq: number) {
  const type = seq === STARTED ? "game_started" : seq % 5 === 0 ? "building_finished" : "cards_drawn";
  return { table: "t1", seq, rules: "city/1", at: seq, command: {}, events: [{ type }] };
}

const view = (seq: number, over: boolean, viewer: unknown) => ({
  seq,
  viewer,
  view: { game: "city", stage: over && seq === LATEST_SEQ ? "over" : "playing", seats: [] },
  figures: null,
  to_act: [],
  actions: [],
  names: {},
});

function scriptReplay(over: boolean): RecordedRequest[] {
  return scriptGateway({
    "GET /v1/tables/t1/view": (request: RecordedRequest) => {
      const seq = Number(request.query.get("at") ?? LATEST_SEQ);
      if (!over && request.query.has("as")) return problem(403, "not_allowed");
      return view(seq, over, request.query.get("as") ?? "spectator");
    },
    "GET /v1/tables/t1/commits": {
      latest_seq: LATEST_SEQ,
      commits: Array.from({ length: LATEST_SEQ }, (_, index) => commit(index + 1)),
    },
  });
}

/** A connection whose frames the test sends. */
function fakeConnection() {
  let onFrame: (frame: Frame) => void = () => {};
  const connection = {
    subscribe: (_topic: unknown, handler: (frame: Frame) => void) => {
      onFrame = handler;
      return { unsubscribe: () => {} };
    },
  } as unknown as LiveConnection;
  const sendCommit = (seq: number) => onFrame({ type: "commit_update", id: "1", seq, commit: commit(seq) });
  return { connection, sendCommit };
}

const stops: (() => void)[] = [];

async function play(over: boolean, at: number | null, viewer: number | null = null) {
  const requests = scriptReplay(over);
  const { connection, sendCommit } = fakeConnection();
  const recording = new Recording(TOKEN, connection);
  stops.push(recording.start(viewer));
  await vi.waitFor(() => expect(recording.state.viewer).not.toBeNull());
  const player = new Player(recording, (event) => event.type === "building_finished", at);
  stops.push(player.start());
  const shows = (seq: number) => vi.waitFor(() => expect(player.state.shown?.seq).toBe(seq));
  return { requests, recording, player, shows, sendCommit };
}

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
});

describe("a replay", () => {
  it("starts at the beginning of the game, or at the linked position", async () => {
    const fromStart = await play(true, null);
    await fromStart.shows(STARTED);
    expect(fromStart.player.state.track).toEqual({ first: STARTED, last: LATEST_SEQ, points: [5, 10] });
    const fromLink = await play(true, 8);
    await fromLink.shows(8);
    const beyond = await play(true, 800);
    await beyond.shows(LATEST_SEQ);
  });

  it("has news after a step forward, but not after a step back or a long jump", async () => {
    const { player, shows } = await play(true, 4);
    await shows(4);
    player.move({ type: "seek", seq: 6 });
    await shows(6);
    expect(player.state.news.map(({ seq }) => seq)).toEqual([5, 6]);
    player.move({ type: "step", by: -1 });
    await shows(5);
    expect(player.state.news).toEqual([]);
    player.move({ type: "last" });
    await shows(LATEST_SEQ);
    expect(player.state.news).toEqual([]);
  });

  it("plays to the end at its pace", async () => {
    const { player, shows } = await play(true, 9);
    await shows(9);
    player.setPace("rush");
    player.move({ type: "toggle" });
    await shows(LATEST_SEQ);
    await vi.waitFor(() => expect(player.state.head).toEqual({ seq: LATEST_SEQ, playing: false }));
  });

  it("prefetches the next views, so that a step needs no waiting", async () => {
    const { player, requests, shows } = await play(true, 5);
    await shows(5);
    const requestedSeqs = () => requests.map(({ query }) => query.get("at"));
    await vi.waitFor(() => expect(requestedSeqs()).toContain("6"));
    await vi.waitFor(() => expect(requestedSeqs()).toContain("8"));
    player.move({ type: "step", by: 1 });
    expect(player.state.shown?.seq).toBe(6);
  });

  it("changes the viewer without news", async () => {
    const { player, recording, requests, shows } = await play(true, 7, 1);
    await shows(7);
    expect(player.state.shown?.viewer).toBe("1");
    recording.setViewer(0);
    await vi.waitFor(() => expect(player.state.shown?.viewer).toBe("0"));
    expect(player.state).toMatchObject({ head: { seq: 7 }, news: [] });
    const histories = requests.filter(({ path }) => path.endsWith("/commits"));
    expect(histories.map(({ query }) => query.get("as"))).toEqual(["1", "0"]);
  });

  it("of a running game has the token's viewer only, and grows", async () => {
    const { player, recording, shows, sendCommit, requests } = await play(false, LATEST_SEQ, 1);
    await shows(LATEST_SEQ);
    expect(requests.some(({ query }) => query.has("as"))).toBe(false);
    recording.setViewer(0);
    sendCommit(LATEST_SEQ + 1);
    expect(player.state.track.last).toBe(LATEST_SEQ + 1);
    await shows(LATEST_SEQ + 1);
    player.move({ type: "first" });
    sendCommit(LATEST_SEQ + 2);
    expect(player.state).toMatchObject({ head: { seq: STARTED }, track: { last: LATEST_SEQ + 2 } });
  });

  it("reports why it can't be shown", async () => {
    scriptGateway({ "GET /v1/tables/t1/view": problem(403, "not_allowed") });
    const recording = new Recording(TOKEN, fakeConnection().connection);
    stops.push(recording.start(null));
    await vi.waitFor(() => expect(recording.state.failure?.code).toBe("not_allowed"));
  });
});
