import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AwaitedOutcomes } from "./awaited_outcomes";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const accepted = (command: string) => ({ type: "outcome", id: "1", command, seq: 9, problem: null }) as const;

describe("awaited outcomes", () => {
  it("are given up after ten seconds, each on its own", async () => {
    const outcomes = new AwaitedOutcomes();
    const first = outcomes.wait("1", "a");
    await vi.advanceTimersByTimeAsync(9_000);
    const second = outcomes.wait("1", "b");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await first).toBeNull();
    outcomes.settle(accepted("b"));
    expect(await second).toEqual(accepted("b"));
    expect(vi.getTimerCount()).toBe(0);
  });

  it("ignore an outcome that comes too late", async () => {
    const outcomes = new AwaitedOutcomes();
    const waiting = outcomes.wait("1", "a");
    await vi.advanceTimersByTimeAsync(10_000);
    outcomes.settle(accepted("a"));
    expect(await waiting).toBeNull();
  });

  it("of one subscription end without those of another", async () => {
    const outcomes = new AwaitedOutcomes();
    const [first, second] = [outcomes.wait("1", "a"), outcomes.wait("2", "a")];
    outcomes.giveUp("2");
    expect(await second).toBeNull();
    outcomes.settle(accepted("a"));
    expect(await first).toEqual(accepted("a"));
  });
});
