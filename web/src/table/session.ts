import type { Frame } from "../live/line";
import { line } from "../live/use_line";
import { bearer, gateway, patiently } from "../gateway/calls";
import { ProblemError } from "../gateway/problem";
import { keep, type Key } from "../keyring/keyring";
import { Outbox, type Pending } from "./outbox";
import type { AnyAction, AnyCommit, Seen } from "./seen";
import { toAct } from "./to_act";

const HISTORY_PAGE = 500;
/** How long to wait before the game is asked what the line did not tell. */
const UNTOLD_MS = 5_000;
const RENEW_AFTER_MS = 12 * 3600 * 1000;

export interface TableState {
  /** Null until the first view has come. */
  seen: Seen | null;
  actions: readonly AnyAction[];
  news: readonly AnyCommit[];
  /** The whole story so far, oldest first; `complete` once the beginning is there too. */
  history: readonly AnyCommit[];
  complete: boolean;
  pending: Pending | null;
  /** Why something can't go on just now, in the server's words; null when all is well. */
  waiting: string | null;
  /** Why the last action was refused. */
  refusal: ProblemError | null;
  /** Why this table can't be shown at all. */
  failure: ProblemError | null;
}

/**
 * A table as this browser follows it: the newest view, what may be done, and what happened. Commits
 * come over the live line; after each the view is asked for again, so that the page never has to know
 * the rules.
 */
export class TableSession {
  readonly table: string;
  readonly viewer: Key["viewer"];
  #token: string;
  #state: TableState = {
    seen: null,
    actions: [],
    news: [],
    history: [],
    complete: false,
    pending: null,
    waiting: null,
    refusal: null,
    failure: null,
  };
  #listeners = new Set<() => void>();
  #ending = new AbortController();
  #outbox: Outbox | null;
  #head = 0;
  #unfollow = () => {};
  #looking: Promise<void> | null = null;
  /** Somebody wants to know more than the answer that is on its way. */
  #again = false;

  constructor(private readonly key: Key) {
    this.table = key.table;
    this.viewer = key.viewer;
    this.#token = key.token;
    this.#outbox = key.viewer === "spectator" ? null : new Outbox(key.table, key.viewer, () => this.#token);
  }

  get state(): TableState {
    return this.#state;
  }

  watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Follows the table until the returned function is called. */
  start(): () => void {
    this.#ending = new AbortController();
    const { signal } = this.#ending;
    // Where no live line gets through, the game is still played.
    const asking = setInterval(() => line.state !== "open" && void this.#lookAgain(), UNTOLD_MS);
    void (async () => {
      try {
        await this.#look();
        if (signal.aborted) return;
        this.#follow();
        const pending = this.#outbox?.pending;
        if (pending) void this.#deliver(pending);
        await this.#renew();
        await this.#readHistory();
      } catch (error) {
        if (!signal.aborted) this.#fail(error);
      }
    })();
    return () => {
      this.#ending.abort(new DOMException("The page was left.", "AbortError"));
      clearInterval(asking);
      this.#unfollow();
    };
  }

  /** Sends an action, unless one is on its way; true once it has been accepted. */
  act = async (action: AnyAction): Promise<boolean> => {
    const { seen, pending } = this.#state;
    if (!this.#outbox || pending || !seen) return false;
    // Where several choose at the same time, it does not matter who was faster.
    const together = toAct(seen.table).length > 1;
    return await this.#deliver(this.#outbox.write(action, together ? null : seen.seq));
  };

  dismiss = (): void => this.#become({ refusal: null });

  #become(change: Partial<TableState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  #fail(error: unknown): void {
    if (error instanceof ProblemError) this.#become({ failure: error });
    else throw error;
  }

  #follow(): void {
    this.#unfollow();
    if (!this.#ending.signal.aborted) this.#unfollow = line.follow(this.#topic, this.#heard);
  }

  #topic = () =>
    ({
      type: "game",
      game: this.table,
      token: this.#token,
      // What is shown, not what is known: the story may be read further than the view that was asked for.
      after: this.#state.seen?.seq ?? 0,
    }) as const;

  #lastSeq(): number {
    return this.#state.history.at(-1)?.seq ?? this.#state.seen?.seq ?? 0;
  }

  #heard = (frame: Frame): void => {
    if (frame.type === "commit_seen") {
      this.#head = Math.max(this.#head, frame.seq);
      this.#learn([frame.commit as AnyCommit]);
      void this.#lookAgain();
    } else if (frame.type === "subscription_ended" && frame.code !== "unsubscribed") {
      // The view says the same in more words, or works when it was only the line.
      void this.#lookAgain();
      setTimeout(() => !this.#state.failure && this.#follow(), UNTOLD_MS);
    }
  };

  /** Says itself why it failed. */
  async #lookAgain(): Promise<void> {
    const { signal } = this.#ending;
    try {
      await this.#look();
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
    }
  }

  /** The newest view and what may be done in it, as it is after this was called. */
  #look(): Promise<void> {
    if (this.#looking) this.#again = true;
    this.#looking ??= this.#lookUntilStill().finally(() => (this.#looking = null));
    return this.#looking;
  }

  async #lookUntilStill(): Promise<void> {
    do {
      this.#again = false;
      const { seen, actions } = await this.#ask();
      const before = this.#state.seen?.seq ?? seen.seq;
      if (seen.seq < before) break;
      if (this.#state.seen) await this.#catchUp(seen.seq);
      const news = this.#state.history.filter((commit) => commit.seq > before && commit.seq <= seen.seq);
      this.#become({ seen, actions, ...(seen.seq > before ? { news } : {}) });
    } while (!this.#ending.signal.aborted && (this.#again || this.#head > this.#state.seen!.seq));
  }

  /** The answer to an own action may be quicker than the line: what led there is asked for then. */
  async #catchUp(seq: number): Promise<void> {
    if (this.#lastSeq() < seq) this.#learn(await this.#commitsAfter(this.#lastSeq()));
  }

  /** Adds what continues the story; what is known already or leaves a gap is of no use. */
  #learn(commits: readonly AnyCommit[]): void {
    let last = this.#lastSeq();
    const fresh = commits.filter((commit) => commit.seq === last + 1 && ++last);
    if (fresh.length > 0) this.#become({ history: [...this.#state.history, ...fresh] });
  }

  async #ask(): Promise<{ seen: Seen; actions: readonly AnyAction[] }> {
    const init = {
      params: { path: { game: this.table } },
      headers: bearer(this.#token),
      signal: this.#ending.signal,
    };
    const { signal } = this.#ending;
    const view = () => patiently(() => gateway.GET("/v1/tables/{game}/view", init), signal, this.#wait);
    const legal = () => patiently(() => gateway.GET("/v1/tables/{game}/legal", init), signal, this.#wait);
    for (;;) {
      const [seenNow, may] = await Promise.all([view(), this.#outbox ? legal() : null]);
      // Two questions may meet two versions: both are asked again until they agree.
      if (may && may.seq !== seenNow.seq) continue;
      const { seq, viewer, view: table, figures } = seenNow;
      return {
        seen: { seq, viewer, table, figures } as Seen,
        actions: (may?.actions ?? []) as readonly AnyAction[],
      };
    }
  }

  #wait = (waiting: string | null): void => this.#become({ waiting });

  async #deliver(pending: Pending): Promise<boolean> {
    const { signal } = this.#ending;
    this.#become({ pending, refusal: null });
    try {
      await this.#outbox!.deliver(pending, signal, this.#wait);
      await this.#lookAgain();
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      if (!(error instanceof ProblemError)) throw error;
      this.#become({ refusal: error });
      await this.#lookAgain();
      return false;
    } finally {
      this.#become({ pending: null });
    }
  }

  /** A fresh token in good time: who comes back after a week still has the seat. */
  async #renew(): Promise<void> {
    if (Date.now() - this.key.at < RENEW_AFTER_MS) return;
    const { token } = await patiently(
      () =>
        gateway.POST("/v1/tables/{game}/token", {
          params: { path: { game: this.table } },
          headers: bearer(this.#token),
        }),
      this.#ending.signal,
    );
    this.#token = token;
    keep(this.table, token);
  }

  /** The beginning of the story, read once: live commits only continue it. */
  async #readHistory(): Promise<void> {
    const past: AnyCommit[] = [];
    for (;;) {
      const page = await this.#commitsAfter(past.at(-1)?.seq ?? 0);
      past.push(...page);
      if (page.length < HISTORY_PAGE) break;
    }
    const last = past.at(-1)?.seq ?? 0;
    const since = this.#state.history.filter((commit) => commit.seq > last);
    this.#become({ history: [...past, ...since], complete: true });
  }

  async #commitsAfter(after: number): Promise<AnyCommit[]> {
    const { signal } = this.#ending;
    const page = await patiently(
      () =>
        gateway.GET("/v1/tables/{game}/commits", {
          params: { path: { game: this.table }, query: { after, limit: HISTORY_PAGE } },
          headers: bearer(this.#token),
          signal,
        }),
      signal,
      this.#wait,
    );
    return page.commits as AnyCommit[];
  }
}
