import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LiveServer } from "../testing/live_server";
import { LiveConnection, type Frame, type Topic } from "./connection";

const LOBBY: Topic = { type: "lobby", game: null, stage: null, after: null, token: null };
const rows = (id: string, cursor: string): Frame => ({ type: "rows", id, cursor, whole: false, rows: [] });
/** Generous, for busy machines. */
const WAIT = { timeout: 50_000 };

let server: LiveServer;
let connection: LiveConnection;
const stops: (() => void)[] = [];

beforeEach(async () => {
  server = await LiveServer.start();
  connection = new LiveConnection(() => Promise.resolve(server.url));
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  server.stop();
});

function subscribe(topic: () => Topic = () => LOBBY): Frame[] {
  const frames: Frame[] = [];
  stops.push(connection.subscribe(topic, (frame) => frames.push(frame)));
  return frames;
}

const waitForSubscriptions = (count: number) =>
  vi.waitFor(
    () => expect(server.newest?.received.filter(({ type }) => type === "subscribe")).toHaveLength(count),
    WAIT,
  );

describe("the live connection", () => {
  it("carries several subscriptions over one socket", async () => {
    const [first, second] = [subscribe(), subscribe()];
    await waitForSubscriptions(2);
    expect(server.connections).toHaveLength(1);
    server.newest!.send(rows("2", "c1"));
    await vi.waitFor(() => expect(second).toHaveLength(1));
    expect(first).toEqual([]);
  });

  it("reconnects and resumes after the last received frame", async () => {
    let after: string | null = null;
    const frames = subscribe(() => ({ ...LOBBY, after }));
    await waitForSubscriptions(1);
    server.newest!.send(rows("1", "c7"));
    await vi.waitFor(() => expect(frames).toHaveLength(1));
    after = "c7";
    server.newest!.drop();
    await vi.waitFor(() => expect(connection.state).toBe("lost"), WAIT);
    await vi.waitFor(() => expect(server.connections).toHaveLength(2), WAIT);
    await waitForSubscriptions(1);
    expect(server.newest!.received).toEqual([
      { type: "subscribe", id: "1", topic: { ...LOBBY, after: "c7" } },
    ]);
    await vi.waitFor(() => expect(connection.state).toBe("open"));
  });

  it("retries while the server is down", async () => {
    const { url } = server;
    const away = await LiveServer.start();
    const addresses = [away.url, away.url, url];
    away.stop();
    connection = new LiveConnection(() => Promise.resolve(addresses.shift() ?? url));
    subscribe();
    await waitForSubscriptions(1);
    expect(connection.state).toBe("open");
  });

  it("reconnects within the window of a goodbye", async () => {
    subscribe();
    await waitForSubscriptions(1);
    server.newest!.send({ type: "goodbye", reason: "draining", reconnect_ms_min: 10, reconnect_ms_max: 20 });
    server.newest!.drop();
    await vi.waitFor(() => expect(server.connections).toHaveLength(2), WAIT);
  });

  it("unsubscribes, and disconnects after the last subscription", async () => {
    subscribe();
    subscribe();
    await waitForSubscriptions(2);
    stops.shift()!();
    await vi.waitFor(() => expect(server.newest!.received.at(-1)).toEqual({ type: "unsubscribe", id: "1" }));
    stops.shift()!();
    await vi.waitFor(() => expect(connection.state).toBe("connecting"));
    expect(server.connections).toHaveLength(1);
  });
});
