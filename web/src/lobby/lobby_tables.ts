import type { TableRow } from "../contract/live";
import { gateway, withRetry } from "../gateway/calls";
import type { Frame, LiveConnection } from "../live/connection";

type ActiveStage = "open" | "playing";

const ACTIVE_STAGES: readonly ActiveStage[] = ["open", "playing"];
const ENDED_MAX = 12;
const RESUBSCRIBE_MS = 5_000;

export interface LobbyState {
  open: readonly TableRow[];
  playing: readonly TableRow[];
  /** Recently ended tables, newest first. */
  over: readonly TableRow[];
  /** Both lists have arrived. Before that an empty list means nothing. */
  isLoaded: boolean;
  /** The lists can't be updated at the moment. */
  isStale: boolean;
}

/**
 * The listed tables: open and running ones from live subscriptions, ended ones from a request. A row is
 * replaced only by a newer one of the same table, so the order of responses does not matter.
 */
export class LobbyTables {
  #rows = new Map<string, TableRow>();
  #cursors: Record<ActiveStage, string | null> = { open: null, playing: null };
  #loaded = new Set<ActiveStage>();
  #stale = new Set<ActiveStage>();
  #state: LobbyState = { open: [], playing: [], over: [], isLoaded: false, isStale: false };
  #listeners = new Set<() => void>();

  get state(): LobbyState {
    return this.#state;
  }

  onStateChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Subscribe to the lobby until the returned function is called. */
  start(connection: LiveConnection): () => void {
    const abortController = new AbortController();
    const unsubscribes = ACTIVE_STAGES.map((stage) => this.#subscribe(connection, stage));
    void this.#fetchEnded(abortController.signal);
    return () => {
      abortController.abort(new DOMException("The lobby was closed.", "AbortError"));
      for (const stop of unsubscribes) stop();
    };
  }

  #subscribe(connection: LiveConnection, stage: ActiveStage): () => void {
    let timer: ReturnType<typeof setTimeout> | null = null;
    let stop = () => {};
    const subscribe = () => {
      const { unsubscribe } = connection.subscribe(
        () => ({ type: "lobby", game: null, stage, after: this.#cursors[stage], token: null }),
        (frame) => {
          this.receive(stage, frame);
          if (frame.type === "subscription_ended" && frame.code !== "unsubscribed") {
            unsubscribe();
            timer = setTimeout(subscribe, RESUBSCRIBE_MS);
          }
        },
      );
      stop = unsubscribe;
    };
    subscribe();
    return () => {
      if (timer) clearTimeout(timer);
      stop();
    };
  }

  receive(stage: ActiveStage, frame: Frame): void {
    if (frame.type === "rows") {
      if (frame.whole) {
        const listed = new Set(frame.rows.map((row) => row.table));
        for (const row of this.#rows.values()) {
          if (row.stage === stage && !listed.has(row.table)) this.#rows.delete(row.table);
        }
      }
      this.#cursors[stage] = frame.cursor;
      this.#loaded.add(stage);
      this.#stale.delete(stage);
      // The same rows: the live contract only marks scores as optional.
      this.merge(frame.rows);
    } else if (frame.type === "subscription_ended" && frame.code !== "unsubscribed") {
      this.#stale.add(stage);
      this.#publish();
    }
  }

  merge(rows: readonly TableRow[]): void {
    for (const row of rows) {
      const known = this.#rows.get(row.table);
      if (!known || known.seq <= row.seq) this.#rows.set(row.table, row);
    }
    this.#publish();
  }

  async #fetchEnded(signal: AbortSignal): Promise<void> {
    try {
      const page = await withRetry(
        () => gateway.GET("/v1/tables", { params: { query: { stage: "over", limit: ENDED_MAX } }, signal }),
        signal,
      );
      this.merge(page.tables);
    } catch {
      // The list then shows only tables that end from now on.
    }
  }

  #publish(): void {
    const rows = [...this.#rows.values()].sort((a, b) => b.updated_at - a.updated_at);
    const inStage = (stage: TableRow["stage"]) => rows.filter((row) => row.stage === stage);
    const [open, playing, over] = [inStage("open"), inStage("playing"), inStage("over").slice(0, ENDED_MAX)];
    // Running games keep their position, so that they can be clicked.
    for (const list of [open, playing]) list.sort((a, b) => b.opened_at - a.opened_at);
    this.#rows = new Map([...open, ...playing, ...over].map((row) => [row.table, row]));
    const isLoaded = this.#loaded.size === ACTIVE_STAGES.length;
    this.#state = { open, playing, over, isLoaded, isStale: this.#stale.size > 0 };
    for (const listener of this.#listeners) listener();
  }
}
