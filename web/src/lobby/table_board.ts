import { gateway, patiently, type Schemas } from "../gateway/calls";
import type { Frame, Line } from "../live/line";

export type TableRow = Schemas["TableRow"];
type Going = "open" | "playing";

const GOING: readonly Going[] = ["open", "playing"];
const ENDED_SHOWN = 12;
const AGAIN_MS = 5_000;

export interface BoardState {
  open: readonly TableRow[];
  playing: readonly TableRow[];
  /** The newest that ended, first. */
  over: readonly TableRow[];
  /** Has everything been told once? Until then an empty list means nothing. */
  told: boolean;
  /** The lists can't be told just now. */
  late: boolean;
}

/**
 * The listed tables as they stand: open and running ones over the live line, those that ended before
 * one came here by a question. A row is replaced only by a newer one of the same table, so that it
 * does not matter in which order the answers come.
 */
export class TableBoard {
  #rows = new Map<string, TableRow>();
  #cursors: Record<Going, string | null> = { open: null, playing: null };
  #told = new Set<Going>();
  #late = new Set<Going>();
  #state: BoardState = { open: [], playing: [], over: [], told: false, late: false };
  #listeners = new Set<() => void>();

  get state(): BoardState {
    return this.#state;
  }

  watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Follows the lobby until the returned function is called. */
  start(line: Line): () => void {
    const leaving = new AbortController();
    const unfollow = GOING.map((stage) => this.#follow(line, stage));
    void this.#askForEnded(leaving.signal);
    return () => {
      leaving.abort(new DOMException("The lobby was left.", "AbortError"));
      for (const stop of unfollow) stop();
    };
  }

  #follow(line: Line, stage: Going): () => void {
    let timer: ReturnType<typeof setTimeout> | null = null;
    let stop = () => {};
    const follow = () => {
      stop = line.follow(
        () => ({ type: "lobby", game: null, stage, after: this.#cursors[stage] }),
        (frame) => {
          this.hear(stage, frame);
          if (frame.type === "subscription_ended" && frame.code !== "unsubscribed") {
            stop();
            timer = setTimeout(follow, AGAIN_MS);
          }
        },
      );
    };
    follow();
    return () => {
      if (timer) clearTimeout(timer);
      stop();
    };
  }

  hear(stage: Going, frame: Frame): void {
    if (frame.type === "rows") {
      if (frame.whole) {
        const still = new Set(frame.rows.map((row) => row.table));
        for (const row of this.#rows.values()) {
          if (row.stage === stage && !still.has(row.table)) this.#rows.delete(row.table);
        }
      }
      this.#cursors[stage] = frame.cursor;
      this.#told.add(stage);
      this.#late.delete(stage);
      // The same rows, by the gateway's types: the live contract says that scores may be left out.
      this.learn(frame.rows as TableRow[]);
    } else if (frame.type === "subscription_ended" && frame.code !== "unsubscribed") {
      this.#late.add(stage);
      this.#sortOut();
    }
  }

  learn(rows: readonly TableRow[]): void {
    for (const row of rows) {
      const known = this.#rows.get(row.table);
      if (!known || known.seq <= row.seq) this.#rows.set(row.table, row);
    }
    this.#sortOut();
  }

  async #askForEnded(signal: AbortSignal): Promise<void> {
    try {
      const page = await patiently(
        () => gateway.GET("/v1/tables", { params: { query: { stage: "over", limit: ENDED_SHOWN } }, signal }),
        signal,
      );
      this.learn(page.tables);
    } catch {
      // Only what ends from now on is shown then.
    }
  }

  #sortOut(): void {
    const rows = [...this.#rows.values()].sort((a, b) => b.updated_at - a.updated_at);
    const at = (stage: TableRow["stage"]) => rows.filter((row) => row.stage === stage);
    const [open, playing, over] = [at("open"), at("playing"), at("over").slice(0, ENDED_SHOWN)];
    // Running games stand still in the list, however often they change: nobody can click what moves.
    for (const list of [open, playing]) list.sort((a, b) => b.opened_at - a.opened_at);
    this.#rows = new Map([...open, ...playing, ...over].map((row) => [row.table, row]));
    const told = this.#told.size === GOING.length;
    this.#state = { open, playing, over, told, late: this.#late.size > 0 };
    for (const listener of this.#listeners) listener();
  }
}
