import { describe, expect, it, vi } from "vitest";
import { ProblemError } from "../gateway/problem";
import { problem, scriptGateway, type Asked } from "../testing/gateway";
import { Outbox } from "./outbox";

const DRAW = { type: "draw" } as const;
const ACCEPTED = { command: "x", game: "t1", seq: 9, rejection: null };
const signal = () => new AbortController().signal;
const outbox = () => new Outbox("t1", 0, () => "my-token");
const ids = (heard: Asked[]) =>
  heard.filter(({ method }) => method === "POST").map(({ body }) => (body as { id: string }).id);

describe("the outbox", () => {
  it("writes a command down before it goes out, and forgets it with its outcome", async () => {
    const box = outbox();
    const pending = box.write(DRAW, 8);
    expect(outbox().pending).toEqual(pending);
    const heard = scriptGateway({ "POST /v1/tables/t1/commands": ACCEPTED });
    await box.deliver(pending, signal(), () => {});
    expect(heard[0]).toMatchObject({
      token: "my-token",
      body: { id: pending.id, action: DRAW, expected_seq: 8 },
    });
    expect(outbox().pending).toBeNull();
  });

  it("sends the same id again after a reload", async () => {
    const leaving = new AbortController();
    const before = outbox();
    const heard = scriptGateway({ "POST /v1/tables/t1/commands": () => new Promise(() => {}) });
    const delivery = before.deliver(before.write(DRAW, 8), leaving.signal, () => {});
    delivery.catch(() => {});
    await vi.waitFor(() => expect(heard).toHaveLength(1));
    leaving.abort(new DOMException("reloaded", "AbortError"));

    const after = outbox();
    const again = scriptGateway({ "POST /v1/tables/t1/commands": ACCEPTED });
    await after.deliver(after.pending!, signal(), () => {});
    expect(ids(again)).toEqual(ids(heard));
  });

  it("tries until the server answers, and says that it waits", async () => {
    const answers = [
      () => Promise.reject(new TypeError("fetch failed")),
      () => problem(503, "unavailable"),
      () => ACCEPTED,
    ];
    const heard = scriptGateway({ "POST /v1/tables/t1/commands": () => answers.shift()!() });
    const waits: (string | null)[] = [];
    const box = outbox();
    await box.deliver(box.write(DRAW, 8), signal(), (reason) => waits.push(reason));
    expect(new Set(ids(heard)).size).toBe(1);
    expect(heard).toHaveLength(3);
    expect(waits).toEqual([expect.any(String), expect.any(String), null]);
    expect(box.pending).toBeNull();
  });

  it("asks for the outcome of a command that is queued", async () => {
    const outcomes = [problem(404, "not_found"), ACCEPTED];
    const heard = scriptGateway({
      "POST /v1/tables/t1/commands": { command: "x", outcome: "/v1/tables/t1/commands/x" },
      "GET /v1/tables/t1/commands/*": () => outcomes.shift(),
    });
    const box = outbox();
    const pending = box.write(DRAW, 8);
    await box.deliver(pending, signal(), () => {});
    expect(heard.map(({ method }) => method)).toEqual(["POST", "GET", "GET"]);
    expect(heard.at(-1)?.path).toBe(`/v1/tables/t1/commands/${pending.id}`);
  });

  it("gives up what is refused, and says why", async () => {
    scriptGateway({
      "POST /v1/tables/t1/commands": problem(409, "rejected", { rejection: { code: "stale", message: "" } }),
    });
    const box = outbox();
    const refusal = await box
      .deliver(box.write(DRAW, 8), signal(), () => {})
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ProblemError);
    expect((refusal as ProblemError).problem.rejection?.code).toBe("stale");
    expect(box.pending).toBeNull();
  });

  it("keeps the commands of seats and tables apart", () => {
    outbox().write(DRAW, 8);
    expect(new Outbox("t1", 1, () => "").pending).toBeNull();
    expect(new Outbox("t2", 0, () => "").pending).toBeNull();
  });
});
