import type { TableView } from "../table/table_view";

const CACHED_MAX = 400;
const CONCURRENT_MAX = 3;

type FetchView = (seq: number, signal: AbortSignal) => Promise<TableView>;

/**
 * A cache of views that are fetched on demand. While the bar is dragged only the newest requests matter:
 * older ones are dropped.
 */
export class Views {
  #cache = new Map<number, TableView>();
  #inFlight = new Set<number>();
  /** Seqs to fetch, most urgent first. */
  #queue: number[] = [];
  #listeners = new Set<() => void>();
  #abortController = new AbortController();

  constructor(
    private readonly fetchView: FetchView,
    private readonly onError: (error: unknown) => void,
  ) {}

  onLoad = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get(seq: number): TableView | null {
    return this.#cache.get(seq) ?? null;
  }

  /** Replace the queue by these seqs, in this order. */
  prefetch(seqs: readonly number[]): void {
    if (this.#abortController.signal.aborted) this.#abortController = new AbortController();
    this.#queue = seqs.filter((seq) => !this.#cache.has(seq) && !this.#inFlight.has(seq));
    this.#fetchNext();
  }

  stop(): void {
    this.#queue = [];
    this.#abortController.abort(new DOMException("The replay was closed.", "AbortError"));
  }

  #fetchNext(): void {
    while (this.#inFlight.size < CONCURRENT_MAX && this.#queue.length > 0) {
      const seq = this.#queue.shift()!;
      this.#inFlight.add(seq);
      const { signal } = this.#abortController;
      this.fetchView(seq, signal)
        .then((view) => this.#store(seq, view))
        .catch((error: unknown) => {
          if (!signal.aborted) this.onError(error);
        })
        .finally(() => {
          this.#inFlight.delete(seq);
          for (const listener of this.#listeners) listener();
          this.#fetchNext();
        });
    }
  }

  #store(seq: number, view: TableView): void {
    this.#cache.set(seq, view);
    if (this.#cache.size > CACHED_MAX) this.#cache.delete(this.#cache.keys().next().value!);
  }
}
