import { bearer, gateway, withRetry } from "../gateway/calls";
import { ProblemError } from "../gateway/problem";
import type { SeatToken } from "../seat_tokens/seat_tokens";
import type { Frame, LiveConnection } from "../live/connection";
import { toTableView, type AnyCommit, type TableView, type Viewer } from "../table/table_view";
import { Views } from "./views";

const COMMITS_PAGE = 500;
const NO_VIEWS = new Views(
  () => Promise.reject(new Error("No recording is loaded.")),
  () => {},
);

export interface RecordingState {
  /** The viewer whose view is shown. */
  viewer: Viewer | null;
  /** Views of that viewer. */
  views: Views;
  commits: readonly AnyCommit[];
  /** The newest seq; it grows while the game is running. */
  latestSeq: number;
  /** The seq at which the game started; null before that. */
  first: number | null;
  over: boolean;
  /** The newest view, for names and results. */
  newest: TableView | null;
  waitingReason: string | null;
  failure: ProblemError | null;
}

/**
 * A game from start to end, or to the present: its commits and the view at any seq. A finished game can be
 * viewed as any seat, a running one only as the token's viewer.
 */
export class Recording {
  #state: RecordingState = {
    viewer: null,
    views: NO_VIEWS,
    commits: [],
    latestSeq: 0,
    first: null,
    over: false,
    newest: null,
    waitingReason: null,
    failure: null,
  };
  #listeners = new Set<() => void>();
  #abortController = new AbortController();
  /** Aborts reading for a previous viewer. */
  #readController = new AbortController();

  constructor(
    private readonly seatToken: SeatToken,
    private readonly connection: LiveConnection,
  ) {}

  get state(): RecordingState {
    return this.#state;
  }

  onStateChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Read the game, and follow it while it is running, until the returned function is called. */
  start(requestedViewer: Viewer | null): () => void {
    this.#abortController = new AbortController();
    const { signal } = this.#abortController;
    let unsubscribe = () => {};
    this.#fetchView({}, signal)
      .then(async (newest) => {
        const over = newest.table.stage === "over";
        this.#setState({ over, newest });
        // Before the end only the token's viewer is allowed.
        await this.#readAs(over ? (requestedViewer ?? newest.viewer) : newest.viewer);
        if (!over && !signal.aborted)
          ({ unsubscribe } = this.connection.subscribe(this.#topic, this.#onFrame));
      })
      .catch((error: unknown) => this.#fail(error, signal));
    return () => {
      this.#abortController.abort(ABORTED);
      this.#readController.abort(ABORTED);
      this.#state.views.stop();
      unsubscribe();
    };
  }

  /** Change the viewer. The current view stays until the new one is loaded. */
  setViewer(viewer: Viewer): void {
    if (!this.#state.over || viewer === this.#state.viewer) return;
    const { signal } = this.#abortController;
    this.#readAs(viewer).catch((error: unknown) => this.#fail(error, signal));
  }

  async #readAs(viewer: Viewer): Promise<void> {
    this.#readController.abort(ABORTED);
    this.#readController = new AbortController();
    const { signal } = this.#readController;
    const viewerQuery = this.#state.over ? { as: viewer } : {};
    const commits: AnyCommit[] = [];
    for (;;) {
      const page = await this.#fetchCommitsAfter(commits.at(-1)?.seq ?? 0, viewerQuery, signal);
      commits.push(...page);
      if (page.length < COMMITS_PAGE) break;
    }
    this.#state.views.stop();
    const views = new Views(
      (at, viewsSignal) => this.#fetchView({ at, ...viewerQuery }, viewsSignal),
      (error) => this.#fail(error, this.#abortController.signal),
    );
    this.#setState({ viewer, views, ...summarize(commits) });
  }

  #setState(change: Partial<RecordingState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  #fail(error: unknown, signal: AbortSignal): void {
    if (signal.aborted || error === ABORTED) return;
    if (!(error instanceof ProblemError)) throw error;
    this.#setState({ failure: error });
  }

  #topic = () =>
    ({
      type: "table",
      table: this.seatToken.table,
      token: this.seatToken.token,
      after: this.#state.latestSeq,
    }) as const;

  #onFrame = (frame: Frame): void => {
    if (frame.type !== "commit_update" || frame.seq !== this.#state.latestSeq + 1) return;
    this.#setState(summarize([...this.#state.commits, frame.commit as AnyCommit]));
  };

  #setWaiting = (waitingReason: string | null): void => this.#setState({ waitingReason });

  async #fetchView(query: { at?: number; as?: Viewer }, signal: AbortSignal): Promise<TableView> {
    const response = await withRetry(
      () =>
        gateway.GET("/v1/tables/{table}/view", {
          params: { path: { table: this.seatToken.table }, query },
          headers: bearer(this.seatToken.token),
          signal,
        }),
      signal,
      this.#setWaiting,
    );
    return toTableView(response);
  }

  async #fetchCommitsAfter(
    after: number,
    viewer: { as?: Viewer },
    signal: AbortSignal,
  ): Promise<AnyCommit[]> {
    const page = await withRetry(
      () =>
        gateway.GET("/v1/tables/{table}/commits", {
          params: { path: { table: this.seatToken.table }, query: { after, limit: COMMITS_PAGE, ...viewer } },
          headers: bearer(this.seatToken.token),
          signal,
        }),
      signal,
      this.#setWaiting,
    );
    return page.commits as AnyCommit[];
  }
}

const ABORTED = new DOMException("The recording was closed.", "AbortError");

function summarize(commits: readonly AnyCommit[]): Pick<RecordingState, "commits" | "latestSeq" | "first"> {
  const firstCommit = commits.find((commit) => commit.events.some((event) => event.type === "game_started"));
  return { commits, latestSeq: commits.at(-1)?.seq ?? 0, first: firstCommit?.seq ?? null };
}
