import type { Frame, Subscription } from "../live/connection";
import { connection } from "../live/use_connection";
import { bearer, gateway, unwrap, withRetry } from "../gateway/calls";
import { ProblemError } from "../gateway/problem";
import { storeToken, type SeatToken } from "../seat_tokens/seat_tokens";
import { CommandQueue, type PendingCommand } from "./command_queue";
import { toTableView, type AnyAction, type AnyCommit, type TableAction, type TableView } from "./table_view";

const HISTORY_PAGE = 500;
/** Polling interval while the live connection is down. */
const POLL_MS = 5_000;
const RENEW_AFTER_MS = 12 * 3600 * 1000;

export interface TableState {
  /** Null until the first view is loaded. */
  view: TableView | null;
  news: readonly AnyCommit[];
  /** Commits so far, oldest first; `isComplete` when the first ones are loaded, too. */
  history: readonly AnyCommit[];
  isComplete: boolean;
  pending: PendingCommand | null;
  /** Why the page waits for the server; null if it does not. */
  waitingReason: string | null;
  /** Why the last action was rejected. */
  rejection: ProblemError | null;
  /** Why the table can't be shown. */
  failure: ProblemError | null;
}

/**
 * Follows a table: newest view and history. Commits arrive over the live connection; the
 * view is fetched after each, so that the client needs no rules.
 */
export class TableSession {
  readonly table: string;
  readonly viewer: SeatToken["viewer"];
  #token: string;
  #state: TableState = {
    view: null,
    news: [],
    history: [],
    isComplete: false,
    pending: null,
    waitingReason: null,
    rejection: null,
    failure: null,
  };
  #listeners = new Set<() => void>();
  #abortController = new AbortController();
  #commandQueue: CommandQueue | null;
  #latestSeq = 0;
  #subscription: Subscription | null = null;
  #refreshing: Promise<void> | null = null;
  /** A refresh was requested during the current one. */
  #refreshAgain = false;

  constructor(private readonly seatToken: SeatToken) {
    this.table = seatToken.table;
    this.viewer = seatToken.viewer;
    this.#token = seatToken.token;
    this.#commandQueue =
      seatToken.viewer === "spectator"
        ? null
        : new CommandQueue(
            seatToken.table,
            seatToken.viewer,
            () => this.#token,
            async (command) => (await this.#subscription?.sendCommand(command)) ?? null,
          );
  }

  get state(): TableState {
    return this.#state;
  }

  onStateChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Follow the table until the returned function is called. */
  start(): () => void {
    this.#abortController = new AbortController();
    const { signal } = this.#abortController;
    // Play continues even if no live connection gets through.
    const pollTimer = setInterval(() => connection.state !== "open" && void this.#refreshSafely(), POLL_MS);
    void (async () => {
      try {
        await this.#refresh();
        if (signal.aborted) return;
        this.#subscribe();
        const pending = this.#commandQueue?.pending;
        if (pending) void this.#send(pending);
        await this.#renewToken();
        await this.#readHistory();
      } catch (error) {
        if (!signal.aborted) this.#fail(error);
      }
    })();
    return () => {
      this.#abortController.abort(new DOMException("The page was closed.", "AbortError"));
      clearInterval(pollTimer);
      this.#unsubscribe();
    };
  }

  /** Send an action unless one is pending. Resolves to true when it is accepted. */
  act = async (action: AnyAction | TableAction): Promise<boolean> => {
    const { view, pending } = this.#state;
    if (!this.#commandQueue || pending || !view) return false;
    // The order of simultaneous choices does not matter.
    const isSimultaneous = view.toAct.length > 1;
    return await this.#send(this.#commandQueue.enqueue(action, isSimultaneous ? null : view.seq));
  };

  /** Report the name of the player on a seat. Throws ProblemError or UnreachableError. */
  reportName = async (seat: number): Promise<void> => {
    const params = { path: { table: this.table, seat } };
    const headers = bearer(this.#token);
    await unwrap(gateway.POST("/v1/tables/{table}/seats/{seat}/report", { params, headers }));
  };

  dismissRejection = (): void => this.#setState({ rejection: null });

  #setState(change: Partial<TableState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  #fail(error: unknown): void {
    if (error instanceof ProblemError) this.#setState({ failure: error });
    else throw error;
  }

  #subscribe(): void {
    this.#unsubscribe();
    if (!this.#abortController.signal.aborted)
      this.#subscription = connection.subscribe(this.#topic, this.#onFrame);
  }

  #unsubscribe(): void {
    this.#subscription?.unsubscribe();
    this.#subscription = null;
  }

  #topic = () =>
    ({
      type: "table",
      table: this.table,
      token: this.#token,
      // The seq shown. The history may be ahead of it.
      after: this.#state.view?.seq ?? 0,
    }) as const;

  #lastSeq(): number {
    return this.#state.history.at(-1)?.seq ?? this.#state.view?.seq ?? 0;
  }

  #onFrame = (frame: Frame): void => {
    if (frame.type === "commit_update") {
      this.#appendCommits([frame.commit as AnyCommit]);
      void this.#refreshTo(frame.seq);
    } else if (frame.type === "subscription_ended" && frame.code !== "unsubscribed") {
      // The request reports the cause, or succeeds if only the connection failed.
      void this.#refreshSafely();
      setTimeout(() => !this.#state.failure && this.#subscribe(), POLL_MS);
    }
  };

  /** Refresh unless the view has reached the seq. An own commit is announced twice: outcome and frame. */
  async #refreshTo(seq: number): Promise<void> {
    this.#latestSeq = Math.max(this.#latestSeq, seq);
    if (this.#refreshing) await this.#refreshing.catch(() => {});
    if ((this.#state.view?.seq ?? 0) < seq) await this.#refreshSafely();
  }

  /** Refresh and report failures in the state. */
  async #refreshSafely(): Promise<void> {
    const { signal } = this.#abortController;
    try {
      await this.#refresh();
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
    }
  }

  /** Fetch the newest view. */
  #refresh(): Promise<void> {
    if (this.#refreshing) this.#refreshAgain = true;
    this.#refreshing ??= this.#refreshUntilCurrent().finally(() => (this.#refreshing = null));
    return this.#refreshing;
  }

  async #refreshUntilCurrent(): Promise<void> {
    do {
      this.#refreshAgain = false;
      const view = await this.#fetchView();
      const before = this.#state.view?.seq ?? view.seq;
      if (view.seq < before) break;
      if (this.#state.view) await this.#catchUp(view.seq);
      const news = this.#state.history.filter((commit) => commit.seq > before && commit.seq <= view.seq);
      this.#setState({ view, ...(view.seq > before ? { news } : {}) });
    } while (
      !this.#abortController.signal.aborted &&
      (this.#refreshAgain || this.#latestSeq > this.#state.view!.seq)
    );
  }

  /** The outcome of an own action may arrive before its commit. */
  async #catchUp(seq: number): Promise<void> {
    if (this.#lastSeq() < seq) this.#appendCommits(await this.#fetchCommitsAfter(this.#lastSeq()));
  }

  /** Append commits that continue the history; ignore duplicates and gaps. */
  #appendCommits(commits: readonly AnyCommit[]): void {
    let last = this.#lastSeq();
    const newCommits = commits.filter((commit) => commit.seq === last + 1 && ++last);
    if (newCommits.length > 0) this.#setState({ history: [...this.#state.history, ...newCommits] });
  }

  async #fetchView(): Promise<TableView> {
    const { signal } = this.#abortController;
    const response = await withRetry(
      () =>
        gateway.GET("/v1/tables/{table}/view", {
          params: { path: { table: this.table } },
          headers: bearer(this.#token),
          signal,
        }),
      signal,
      this.#setWaiting,
    );
    return toTableView(response);
  }

  #setWaiting = (waitingReason: string | null): void => this.#setState({ waitingReason });

  async #send(pending: PendingCommand): Promise<boolean> {
    const { signal } = this.#abortController;
    this.#setState({ pending, rejection: null });
    try {
      await this.#refreshTo(await this.#commandQueue!.send(pending, signal, this.#setWaiting));
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      if (!(error instanceof ProblemError)) throw error;
      this.#setState({ rejection: error });
      await this.#refreshSafely();
      return false;
    } finally {
      this.#setState({ pending: null });
    }
  }

  /** Renew the token in time, so that the seat stays accessible after days. */
  async #renewToken(): Promise<void> {
    if (Date.now() - this.seatToken.at < RENEW_AFTER_MS) return;
    try {
      const { token } = await withRetry(
        () =>
          gateway.POST("/v1/tables/{table}/token", {
            params: { path: { table: this.table } },
            headers: bearer(this.#token),
          }),
        this.#abortController.signal,
      );
      this.#token = token;
      storeToken(this.table, token);
    } catch (error) {
      // The token in hand is valid until it expires.
      if (!(error instanceof ProblemError) || error.code !== "renewal_expired") throw error;
    }
  }

  /** Read the history from the start, once. Live commits continue it. */
  async #readHistory(): Promise<void> {
    const past: AnyCommit[] = [];
    for (;;) {
      const page = await this.#fetchCommitsAfter(past.at(-1)?.seq ?? 0);
      past.push(...page);
      if (page.length < HISTORY_PAGE) break;
    }
    const last = past.at(-1)?.seq ?? 0;
    const since = this.#state.history.filter((commit) => commit.seq > last);
    this.#setState({ history: [...past, ...since], isComplete: true });
  }

  async #fetchCommitsAfter(after: number): Promise<AnyCommit[]> {
    const { signal } = this.#abortController;
    const page = await withRetry(
      () =>
        gateway.GET("/v1/tables/{table}/commits", {
          params: { path: { table: this.table }, query: { after, limit: HISTORY_PAGE } },
          headers: bearer(this.#token),
          signal,
        }),
      signal,
      this.#setWaiting,
    );
    return page.commits as AnyCommit[];
  }
}
