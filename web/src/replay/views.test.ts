import { describe, expect, it, vi } from "vitest";
import type { Seen } from "../table/seen";
import { Views } from "./views";

/** Views that come when the test says so. */
function slowly() {
  const asked: number[] = [];
  const come = new Map<number, () => void>();
  const views = new Views(
    (seq) =>
      new Promise((resolve) => {
        asked.push(seq);
        come.set(seq, () => resolve({ seq } as Seen));
      }),
    (error) => {
      throw error;
    },
  );
  const arrive = async (seq: number) => {
    come.get(seq)!();
    await vi.waitFor(() => expect(views.get(seq)).not.toBeNull());
  };
  return { views, asked, arrive };
}

describe("the views of a recording", () => {
  it("are asked for once, and kept", async () => {
    const { views, asked, arrive } = slowly();
    views.want([5]);
    views.want([5]);
    await arrive(5);
    views.want([5]);
    expect(asked).toEqual([5]);
    expect(views.get(5)?.seq).toBe(5);
  });

  it("that were only passed on the way are not asked for", async () => {
    const { views, asked, arrive } = slowly();
    for (let seq = 1; seq <= 50; seq++) views.want([seq]);
    expect(asked).toEqual([1, 2, 3]);
    await arrive(1);
    await vi.waitFor(() => expect(asked).toEqual([1, 2, 3, 50]));
  });

  it("tell those who watch when one has come", async () => {
    const { views, arrive } = slowly();
    const told = vi.fn();
    views.watch(told);
    views.want([5]);
    await arrive(5);
    expect(told).toHaveBeenCalled();
  });
});
