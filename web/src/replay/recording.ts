import { bearer, gateway, patiently } from "../gateway/calls";
import { ProblemError } from "../gateway/problem";
import type { Key } from "../keyring/keyring";
import type { Frame, Line } from "../live/line";
import type { AnyCommit, Seen, Viewer } from "../table/seen";
import { Views } from "./views";

const COMMITS_PAGE = 500;
const NONE = new Views(
  () => Promise.reject(new Error("Nothing has been read yet.")),
  () => {},
);

export interface RecordingState {
  /** With whose eyes the game is seen. */
  eyes: Viewer | null;
  /** The views these eyes have had. */
  views: Views;
  commits: readonly AnyCommit[];
  /** The newest version there is; it grows while the game is played. */
  head: number;
  /** The version with which the game began; null as long as it has not. */
  first: number | null;
  over: boolean;
  /** The table as it stands at the end, for names and results. */
  newest: Seen | null;
  waiting: string | null;
  failure: ProblemError | null;
}

/**
 * A game from its beginning to its end, or to now: the commits in order, and the view of any version.
 * Once it is over it can be seen with anybody's eyes; before, only with those of the key's holder.
 */
export class Recording {
  #state: RecordingState = {
    eyes: null,
    views: NONE,
    commits: [],
    head: 0,
    first: null,
    over: false,
    newest: null,
    waiting: null,
    failure: null,
  };
  #listeners = new Set<() => void>();
  #ending = new AbortController();
  /** Of what is read for the eyes that were wished for last. */
  #reading = new AbortController();

  constructor(
    private readonly key: Key,
    private readonly line: Line,
  ) {}

  get state(): RecordingState {
    return this.#state;
  }

  watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Reads the game, and follows it while it is played, until the returned function is called. */
  start(wished: Viewer | null): () => void {
    this.#ending = new AbortController();
    const { signal } = this.#ending;
    let unfollow = () => {};
    this.#ask({}, signal)
      .then(async (newest) => {
        const over = newest.table.stage === "over";
        this.#become({ over, newest });
        // Before the end nobody has any eyes but their own.
        await this.#read(over ? (wished ?? newest.viewer) : newest.viewer);
        if (!over && !signal.aborted) unfollow = this.line.follow(this.#topic, this.#heard);
      })
      .catch((error: unknown) => this.#fail(error, signal));
    return () => {
      this.#ending.abort(LEFT);
      this.#reading.abort(LEFT);
      this.#state.views.stop();
      unfollow();
    };
  }

  /** The same game with other eyes; what is shown stays until they have opened. */
  seeWith(eyes: Viewer): void {
    if (!this.#state.over || eyes === this.#state.eyes) return;
    const { signal } = this.#ending;
    this.#read(eyes).catch((error: unknown) => this.#fail(error, signal));
  }

  async #read(eyes: Viewer): Promise<void> {
    this.#reading.abort(LEFT);
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    const eyesQuery = this.#state.over ? { as: eyes } : {};
    const commits: AnyCommit[] = [];
    for (;;) {
      const page = await this.#commitsAfter(commits.at(-1)?.seq ?? 0, eyesQuery, signal);
      commits.push(...page);
      if (page.length < COMMITS_PAGE) break;
    }
    this.#state.views.stop();
    const views = new Views(
      (at, leaving) => this.#ask({ at, ...eyesQuery }, leaving),
      (error) => this.#fail(error, this.#ending.signal),
    );
    this.#become({ eyes, views, ...outlineOf(commits) });
  }

  #become(change: Partial<RecordingState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  #fail(error: unknown, signal: AbortSignal): void {
    if (signal.aborted || error === LEFT) return;
    if (!(error instanceof ProblemError)) throw error;
    this.#become({ failure: error });
  }

  #topic = () =>
    ({ type: "game", game: this.key.table, token: this.key.token, after: this.#state.head }) as const;

  #heard = (frame: Frame): void => {
    if (frame.type !== "commit_seen" || frame.seq !== this.#state.head + 1) return;
    this.#become(outlineOf([...this.#state.commits, frame.commit as AnyCommit]));
  };

  #wait = (waiting: string | null): void => this.#become({ waiting });

  async #ask(query: { at?: number; as?: Viewer }, signal: AbortSignal): Promise<Seen> {
    const answer = await patiently(
      () =>
        gateway.GET("/v1/tables/{game}/view", {
          params: { path: { game: this.key.table }, query },
          headers: bearer(this.key.token),
          signal,
        }),
      signal,
      this.#wait,
    );
    return { seq: answer.seq, viewer: answer.viewer, table: answer.view, figures: answer.figures } as Seen;
  }

  async #commitsAfter(after: number, eyes: { as?: Viewer }, signal: AbortSignal): Promise<AnyCommit[]> {
    const page = await patiently(
      () =>
        gateway.GET("/v1/tables/{game}/commits", {
          params: { path: { game: this.key.table }, query: { after, limit: COMMITS_PAGE, ...eyes } },
          headers: bearer(this.key.token),
          signal,
        }),
      signal,
      this.#wait,
    );
    return page.commits as AnyCommit[];
  }
}

const LEFT = new DOMException("Nobody looks there any more.", "AbortError");

function outlineOf(commits: readonly AnyCommit[]): Pick<RecordingState, "commits" | "head" | "first"> {
  const began = commits.find((commit) => commit.events.some((event) => event.type === "game_started"));
  return { commits, head: commits.at(-1)?.seq ?? 0, first: began?.seq ?? null };
}
