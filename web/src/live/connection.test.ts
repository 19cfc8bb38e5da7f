import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LiveServer } from "../testing/live_server";
import { LiveConnection, type Frame, type Subscription, type Topic } from "./connection";

const COMMAND = { id: "c1", action: { type: "draw" }, expected_seq: 8 };
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
  stops.push(connection.subscribe(topic, (frame) => frames.push(frame)).unsubscribe);
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

describe("a command on the live connection", () => {
  let subscription: Subscription;

  beforeEach(() => {
    subscription = connection.subscribe(
      () => LOBBY,
      () => {},
    );
    stops.push(() => subscription.unsubscribe());
  });

  /** Send a command and wait until the server has it. */
  async function send() {
    await waitForSubscriptions(1);
    await vi.waitFor(() => expect(connection.state).toBe("open"), WAIT);
    const outcome = subscription.sendCommand(COMMAND);
    await vi.waitFor(
      () =>
        expect(server.newest!.received.at(-1)).toEqual({ type: "command", subscription: "1", ...COMMAND }),
      WAIT,
    );
    return outcome;
  }

  /** Do this when the server has received the command. */
  const whenReceived = (react: () => void) => {
    server.onFrame = ({ type }) => type === "command" && react();
  };

  it("resolves to its own outcome", async () => {
    const outcome = { type: "outcome", id: "1", command: "c1", seq: 9, problem: null } as const;
    whenReceived(() => {
      server.newest!.send({ ...outcome, command: "c0", seq: 8 });
      server.newest!.send({ ...outcome, id: "2", seq: 7 });
      server.newest!.send(outcome);
    });
    expect(await send()).toEqual(outcome);
  });

  it("is not sent while there is no connection", async () => {
    expect(await subscription.sendCommand(COMMAND)).toBeNull();
    await waitForSubscriptions(1);
    expect(server.newest!.received.map(({ type }) => type)).toEqual(["subscribe"]);
  });

  it("has no outcome if the connection is lost", async () => {
    whenReceived(() => server.newest!.drop());
    expect(await send()).toBeNull();
  });

  it("has no outcome if the notifier ends the subscription", async () => {
    whenReceived(() =>
      server.newest!.send({ type: "subscription_ended", id: "1", code: "unavailable", message: "" }),
    );
    expect(await send()).toBeNull();
  });

  it("has no outcome if the page unsubscribes", async () => {
    whenReceived(() => subscription.unsubscribe());
    expect(await send()).toBeNull();
    expect(await subscription.sendCommand(COMMAND)).toBeNull();
  });
});
