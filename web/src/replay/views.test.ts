import { describe, expect, it, vi } from "vitest";
import type { TableView } from "../table/table_view";
import { Views } from "./views";

/** Views that load when the test resolves them. */
function controlledViews() {
  const requested: number[] = [];
  const resolvers = new Map<number, () => void>();
  const views = new Views(
    (seq) =>
      new Promise((resolve) => {
        requested.push(seq);
        resolvers.set(seq, () => resolve({ seq } as TableView));
      }),
    (error) => {
      throw error;
    },
  );
  const resolve = async (seq: number) => {
    resolvers.get(seq)!();
    await vi.waitFor(() => expect(views.get(seq)).not.toBeNull());
  };
  return { views, requested, resolve };
}

describe("recorded views", () => {
  it("are fetched once and cached", async () => {
    const { views, requested, resolve } = controlledViews();
    views.prefetch([5]);
    views.prefetch([5]);
    await resolve(5);
    views.prefetch([5]);
    expect(requested).toEqual([5]);
    expect(views.get(5)?.seq).toBe(5);
  });

  it("are not fetched when they are no longer needed", async () => {
    const { views, requested, resolve } = controlledViews();
    for (let seq = 1; seq <= 50; seq++) views.prefetch([seq]);
    expect(requested).toEqual([1, 2, 3]);
    await resolve(1);
    await vi.waitFor(() => expect(requested).toEqual([1, 2, 3, 50]));
  });

  it("notify listeners when loaded", async () => {
    const { views, resolve } = controlledViews();
    const listener = vi.fn();
    views.onLoad(listener);
    views.prefetch([5]);
    await resolve(5);
    expect(listener).toHaveBeenCalled();
  });
});
