import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Frame, Line } from "../live/line";
import { problem, scriptGateway, type Asked } from "../testing/gateway";
import { Player } from "./player";
import { Recording } from "./recording";

const KEY = { table: "t1", viewer: "spectator", token: "watching", at: 0 } as const;
const HEAD = 12;
const STARTED = 3;

/** A game of twelve commits that began with the third; every fifth is a turning point. */
function commit(seq: number) {
  const type = seq === STARTED ? "game_started" : seq % 5 === 0 ? "building_finished" : "cards_drawn";
  return { game: "t1", seq, rules: "city/1", at: seq, command: {}, events: [{ type }] };
}

const view = (seq: number, over: boolean, viewer: unknown) => ({
  seq,
  viewer,
  view: { game: "city", stage: over && seq === HEAD ? "over" : "playing", chairs: [] },
  figures: null,
});

function gatewayOf(over: boolean): Asked[] {
  return scriptGateway({
    "GET /v1/tables/t1/view": (asked: Asked) => {
      const seq = Number(asked.query.get("at") ?? HEAD);
      if (!over && asked.query.has("as")) return problem(403, "not_allowed");
      return view(seq, over, asked.query.get("as") ?? "spectator");
    },
    "GET /v1/tables/t1/commits": {
      head: HEAD,
      commits: Array.from({ length: HEAD }, (_, index) => commit(index + 1)),
    },
  });
}

/** A line on which the test speaks. */
function talkingLine() {
  let heard: (frame: Frame) => void = () => {};
  const line = {
    follow: (_topic: unknown, hear: (frame: Frame) => void) => {
      heard = hear;
      return () => {};
    },
  } as unknown as Line;
  const say = (seq: number) => heard({ type: "commit_seen", id: "1", seq, commit: commit(seq) } as Frame);
  return { line, say };
}

const left: (() => void)[] = [];

async function play(over: boolean, at: number | null, eyes: number | null = null) {
  const heard = gatewayOf(over);
  const { line, say } = talkingLine();
  const recording = new Recording(KEY, line);
  left.push(recording.start(eyes));
  await vi.waitFor(() => expect(recording.state.eyes).not.toBeNull());
  const player = new Player(recording, (event) => event.type === "building_finished", at);
  left.push(player.start());
  const shows = (seq: number) => vi.waitFor(() => expect(player.state.shown?.seq).toBe(seq));
  return { heard, recording, player, shows, say };
}

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => {
  for (const leave of left.splice(0)) leave();
  vi.useRealTimers();
});

describe("a replay", () => {
  it("begins where the game began, or at the moment of the link", async () => {
    const fromStart = await play(true, null);
    await fromStart.shows(STARTED);
    expect(fromStart.player.state.track).toEqual({ first: STARTED, last: HEAD, points: [5, 10] });
    const fromLink = await play(true, 8);
    await fromLink.shows(8);
    const beyond = await play(true, 800);
    await beyond.shows(HEAD);
  });

  it("tells what was stepped over forwards, and nothing after a step back or a long jump", async () => {
    const { player, shows } = await play(true, 4);
    await shows(4);
    player.move({ type: "seek", at: 6 });
    await shows(6);
    expect(player.state.news.map(({ seq }) => seq)).toEqual([5, 6]);
    player.move({ type: "step", by: -1 });
    await shows(5);
    expect(player.state.news).toEqual([]);
    player.move({ type: "last" });
    await shows(HEAD);
    expect(player.state.news).toEqual([]);
  });

  it("plays by itself to the end at its pace", async () => {
    const { player, shows } = await play(true, 9);
    await shows(9);
    player.setPace("rush");
    player.move({ type: "toggle" });
    await shows(HEAD);
    await vi.waitFor(() => expect(player.state.head).toEqual({ at: HEAD, playing: false }));
  });

  it("asks ahead for what comes next, so that a step needs no waiting", async () => {
    const { player, heard, shows } = await play(true, 5);
    await shows(5);
    const asked = () => heard.map(({ query }) => query.get("at"));
    await vi.waitFor(() => expect(asked()).toContain("6"));
    await vi.waitFor(() => expect(asked()).toContain("8"));
    player.move({ type: "step", by: 1 });
    expect(player.state.shown?.seq).toBe(6);
  });

  it("shows the same moment with other eyes, and that is no news", async () => {
    const { player, recording, heard, shows } = await play(true, 7, 1);
    await shows(7);
    expect(player.state.shown?.viewer).toBe("1");
    recording.seeWith(0);
    await vi.waitFor(() => expect(player.state.shown?.viewer).toBe("0"));
    expect(player.state).toMatchObject({ head: { at: 7 }, news: [] });
    const histories = heard.filter(({ path }) => path.endsWith("/commits"));
    expect(histories.map(({ query }) => query.get("as"))).toEqual(["1", "0"]);
  });

  it("of a running game is seen with the own eyes alone, and grows", async () => {
    const { player, recording, shows, say, heard } = await play(false, HEAD, 1);
    await shows(HEAD);
    expect(heard.some(({ query }) => query.has("as"))).toBe(false);
    recording.seeWith(0);
    say(HEAD + 1);
    expect(player.state.track.last).toBe(HEAD + 1);
    await shows(HEAD + 1);
    player.move({ type: "first" });
    say(HEAD + 2);
    expect(player.state).toMatchObject({ head: { at: STARTED }, track: { last: HEAD + 2 } });
  });

  it("says why it can't be seen", async () => {
    scriptGateway({ "GET /v1/tables/t1/view": problem(403, "not_allowed") });
    const recording = new Recording(KEY, talkingLine().line);
    left.push(recording.start(null));
    await vi.waitFor(() => expect(recording.state.failure?.code).toBe("not_allowed"));
  });
});
