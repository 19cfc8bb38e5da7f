import type { Seen } from "../table/seen";

const KEPT_MAX = 400;
const AT_ONCE_MAX = 3;

type Ask = (seq: number, signal: AbortSignal) => Promise<Seen>;

/**
 * The views of a recording, asked for as they are wanted and kept. Whoever drags the bar over a whole
 * game wants only where they stop: the newest wish comes first, and what was only passed is dropped.
 */
export class Views {
  #kept = new Map<number, Seen>();
  #asked = new Set<number>();
  /** What is wanted next, the most urgent first. */
  #wanted: number[] = [];
  #listeners = new Set<() => void>();
  #leaving = new AbortController();

  constructor(
    private readonly ask: Ask,
    private readonly failed: (error: unknown) => void,
  ) {}

  watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get(seq: number): Seen | null {
    return this.#kept.get(seq) ?? null;
  }

  /** From now on these are wanted, in this order, and nothing that was wanted before. */
  want(seqs: readonly number[]): void {
    if (this.#leaving.signal.aborted) this.#leaving = new AbortController();
    this.#wanted = seqs.filter((seq) => !this.#kept.has(seq) && !this.#asked.has(seq));
    this.#fetch();
  }

  stop(): void {
    this.#wanted = [];
    this.#leaving.abort(new DOMException("The replay was left.", "AbortError"));
  }

  #fetch(): void {
    while (this.#asked.size < AT_ONCE_MAX && this.#wanted.length > 0) {
      const seq = this.#wanted.shift()!;
      this.#asked.add(seq);
      const { signal } = this.#leaving;
      this.ask(seq, signal)
        .then((seen) => this.#keep(seq, seen))
        .catch((error: unknown) => {
          if (!signal.aborted) this.failed(error);
        })
        .finally(() => {
          this.#asked.delete(seq);
          for (const listener of this.#listeners) listener();
          this.#fetch();
        });
    }
  }

  #keep(seq: number, seen: Seen): void {
    this.#kept.set(seq, seen);
    if (this.#kept.size > KEPT_MAX) this.#kept.delete(this.#kept.keys().next().value!);
  }
}
