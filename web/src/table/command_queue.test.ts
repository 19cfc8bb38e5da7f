import { describe, expect, it, vi } from "vitest";
import { ProblemError } from "../gateway/problem";
import { problem, scriptGateway, type RecordedRequest } from "../testing/gateway";
import type { LiveCommand } from "../live/connection";
import { CommandQueue, type SendLive } from "./command_queue";

const DRAW = { type: "draw" } as const;
const ACCEPTED = { command: "x", table: "t1", seq: 9, rejection: null };
const signal = () => new AbortController().signal;
const notConnected: SendLive = () => Promise.resolve(null);
const createQueue = (sendLive = notConnected) => new CommandQueue("t1", 0, () => "my-token", sendLive);
const ids = (requests: RecordedRequest[]) =>
  requests.filter(({ method }) => method === "POST").map(({ body }) => (body as { id: string }).id);

describe("the command queue", () => {
  it("stores a command before sending it and removes it with its outcome", async () => {
    const queue = createQueue();
    const pending = queue.enqueue(DRAW, 8);
    expect(createQueue().pending).toEqual(pending);
    const requests = scriptGateway({ "POST /v1/tables/t1/commands": ACCEPTED });
    await queue.send(pending, signal(), () => {});
    expect(requests[0]).toMatchObject({
      token: "my-token",
      body: { id: pending.id, action: DRAW, expected_seq: 8 },
    });
    expect(createQueue().pending).toBeNull();
  });

  it("sends the same id again after a reload", async () => {
    const abortController = new AbortController();
    const before = createQueue();
    const requests = scriptGateway({ "POST /v1/tables/t1/commands": () => new Promise(() => {}) });
    const delivery = before.send(before.enqueue(DRAW, 8), abortController.signal, () => {});
    delivery.catch(() => {});
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    abortController.abort(new DOMException("reloaded", "AbortError"));

    const after = createQueue();
    const retries = scriptGateway({ "POST /v1/tables/t1/commands": ACCEPTED });
    await after.send(after.pending!, signal(), () => {});
    expect(ids(retries)).toEqual(ids(requests));
  });

  it("retries until the server responds and reports that it waits", async () => {
    const replies = [
      () => Promise.reject(new TypeError("fetch failed")),
      () => problem(503, "unavailable"),
      () => ACCEPTED,
    ];
    const requests = scriptGateway({ "POST /v1/tables/t1/commands": () => replies.shift()!() });
    const reasons: (string | null)[] = [];
    const queue = createQueue();
    await queue.send(queue.enqueue(DRAW, 8), signal(), (reason) => reasons.push(reason));
    expect(new Set(ids(requests)).size).toBe(1);
    expect(requests).toHaveLength(3);
    expect(reasons).toEqual([expect.any(String), expect.any(String), null]);
    expect(queue.pending).toBeNull();
  });

  it("polls for the outcome of a queued command", async () => {
    const outcomes = [problem(404, "not_found"), ACCEPTED];
    const requests = scriptGateway({
      "POST /v1/tables/t1/commands": { command: "x", outcome: "/v1/tables/t1/commands/x" },
      "GET /v1/tables/t1/commands/*": () => outcomes.shift(),
    });
    const queue = createQueue();
    const pending = queue.enqueue(DRAW, 8);
    await queue.send(pending, signal(), () => {});
    expect(requests.map(({ method }) => method)).toEqual(["POST", "GET", "GET"]);
    expect(requests.at(-1)?.path).toBe(`/v1/tables/t1/commands/${pending.id}`);
  });

  it("drops a rejected command and throws the reason", async () => {
    scriptGateway({
      "POST /v1/tables/t1/commands": problem(409, "rejected", { rejection: { code: "stale", message: "" } }),
    });
    const queue = createQueue();
    const rejection = await queue
      .send(queue.enqueue(DRAW, 8), signal(), () => {})
      .catch((error: unknown) => error);
    expect(rejection).toBeInstanceOf(ProblemError);
    expect((rejection as ProblemError).problem.rejection?.code).toBe("stale");
    expect(queue.pending).toBeNull();
  });

  it("separates seats and tables", () => {
    createQueue().enqueue(DRAW, 8);
    expect(new CommandQueue("t1", 1, () => "", notConnected).pending).toBeNull();
    expect(new CommandQueue("t2", 0, () => "", notConnected).pending).toBeNull();
  });
});

describe("the command queue with a live connection", () => {
  /** Answer each command on the live connection with an outcome: a seq or a problem. */
  const liveServer = (outcome: { seq: number } | { problem: ReturnType<typeof problem> }) => {
    const sent: LiveCommand[] = [];
    const sendLive: SendLive = (command) => {
      sent.push(command);
      const frame = { type: "outcome", id: "1", command: command.id, seq: null, problem: null } as const;
      return Promise.resolve({ ...frame, ...outcome } as Awaited<ReturnType<SendLive>>);
    };
    return { sent, sendLive };
  };
  const rejected = (error: unknown) => error;

  it("sends nothing over HTTP", async () => {
    const requests = scriptGateway({});
    const { sent, sendLive } = liveServer({ seq: 9 });
    const queue = createQueue(sendLive);
    const pending = queue.enqueue(DRAW, 8);
    expect(await queue.send(pending, signal(), () => {})).toBe(9);
    expect(sent).toEqual([{ id: pending.id, action: DRAW, expected_seq: 8 }]);
    expect(requests).toEqual([]);
    expect(queue.pending).toBeNull();
  });

  it("drops a rejected command and throws the same reason as over HTTP", async () => {
    const stale = problem(409, "rejected", { rejection: { code: "stale", message: "" } });
    const requests = scriptGateway({ "POST /v1/tables/t1/commands": stale });
    const live = createQueue(liveServer({ problem: stale }).sendLive);
    const http = createQueue();
    const rejection = await live.send(live.enqueue(DRAW, 8), signal(), () => {}).catch(rejected);
    expect(live.pending).toBeNull();
    expect(requests).toEqual([]);
    const overHttp = await http.send(http.enqueue(DRAW, 8), signal(), () => {}).catch(rejected);
    expect(rejection).toEqual(overHttp);
    expect((rejection as ProblemError).problem).toEqual(stale);
  });

  it.each([
    problem(503, "unavailable"),
    problem(429, "too_many"),
    problem(429, "quota_exceeded"),
    problem(404, "not_found"),
  ])("sends the same command over HTTP after $code", async (transient) => {
    const requests = scriptGateway({ "POST /v1/tables/t1/commands": ACCEPTED });
    const { sent, sendLive } = liveServer({ problem: transient });
    const queue = createQueue(sendLive);
    expect(await queue.send(queue.enqueue(DRAW, 8), signal(), () => {})).toBe(9);
    expect(ids(requests)).toEqual(sent.map(({ id }) => id));
    expect(queue.pending).toBeNull();
  });

  it("keeps the command of a page that is closed meanwhile", async () => {
    const requests = scriptGateway({ "POST /v1/tables/t1/commands": ACCEPTED });
    const abortController = new AbortController();
    const queue = createQueue(() => {
      abortController.abort(new DOMException("closed", "AbortError"));
      return Promise.resolve(null);
    });
    const pending = queue.enqueue(DRAW, 8);
    await expect(queue.send(pending, abortController.signal, () => {})).rejects.toThrow("closed");
    expect(requests).toEqual([]);
    expect(queue.pending).toEqual(pending);
  });
});
