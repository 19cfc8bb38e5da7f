import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LiveServer } from "../testing/live_server";
import { Line, type Frame, type Topic } from "./line";

const LOBBY: Topic = { type: "lobby", game: null, stage: null, after: null };
const rows = (id: string, cursor: string): Frame => ({ type: "rows", id, cursor, whole: false, rows: [] });
const SLOW = { timeout: 8_000 };

let server: LiveServer;
let line: Line;
const stops: (() => void)[] = [];

beforeEach(async () => {
  server = await LiveServer.start();
  line = new Line(() => Promise.resolve(server.url));
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  server.stop();
});

function follow(topic: () => Topic = () => LOBBY): Frame[] {
  const heard: Frame[] = [];
  stops.push(line.follow(topic, (frame) => heard.push(frame)));
  return heard;
}

const subscribed = (count: number) =>
  vi.waitFor(
    () => expect(server.newest?.heard.filter(({ type }) => type === "subscribe")).toHaveLength(count),
    SLOW,
  );

describe("the live line", () => {
  it("carries several subscriptions over one socket, each told its own", async () => {
    const [first, second] = [follow(), follow()];
    await subscribed(2);
    expect(server.callers).toHaveLength(1);
    server.newest!.say(rows("2", "c1"));
    await vi.waitFor(() => expect(second).toHaveLength(1));
    expect(first).toEqual([]);
  });

  it("comes back after a break, and goes on after the last thing it heard", async () => {
    let after: string | null = null;
    const heard = follow(() => ({ ...LOBBY, after }) as Topic);
    await subscribed(1);
    server.newest!.say(rows("1", "c7"));
    await vi.waitFor(() => expect(heard).toHaveLength(1));
    after = "c7";
    server.newest!.cut();
    await vi.waitFor(() => expect(line.state).toBe("lost"), SLOW);
    await vi.waitFor(() => expect(server.callers).toHaveLength(2), SLOW);
    await subscribed(1);
    expect(server.newest!.heard).toEqual([{ type: "subscribe", id: "1", topic: { ...LOBBY, after: "c7" } }]);
    await vi.waitFor(() => expect(line.state).toBe("open"));
  });

  it("keeps trying while the server is away", async () => {
    const { url } = server;
    const away = await LiveServer.start();
    const addresses = [away.url, away.url, url];
    away.stop();
    line = new Line(() => Promise.resolve(addresses.shift() ?? url));
    follow();
    await subscribed(1);
    expect(line.state).toBe("open");
  });

  it("comes back within the span that a goodbye names", async () => {
    follow();
    await subscribed(1);
    server.newest!.say({ type: "goodbye", reason: "draining", reconnect_ms_min: 10, reconnect_ms_max: 20 });
    server.newest!.cut();
    await vi.waitFor(() => expect(server.callers).toHaveLength(2), SLOW);
  });

  it("says whom it no longer follows, and hangs up with the last", async () => {
    follow();
    follow();
    await subscribed(2);
    stops.shift()!();
    await vi.waitFor(() => expect(server.newest!.heard.at(-1)).toEqual({ type: "unsubscribe", id: "1" }));
    stops.shift()!();
    await vi.waitFor(() => expect(line.state).toBe("connecting"));
    expect(server.callers).toHaveLength(1);
  });
});
