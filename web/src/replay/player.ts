import type { GameUi } from "../game_ui/game_ui";
import type { AnyCommit, TableView } from "../table/table_view";
import { applyMove, seqsToPrefetch, type Move, type Playhead, type Track } from "./playhead";
import type { Recording } from "./recording";
import type { Views } from "./views";

export const PACES_MS = { slow: 2_000, normal: 1_000, fast: 400, rush: 120 } as const;
export type Pace = keyof typeof PACES_MS;

/** Longer jumps are not animated. */
const ANIMATED_COMMITS_MAX = 6;

export interface PlayerState {
  head: Playhead;
  track: Track;
  pace: Pace;
  /** The position on the board: that of the playhead once its view is loaded. */
  shown: TableView | null;
  /** Commits between the previous position and this one, after a step forward. */
  news: readonly AnyCommit[];
}

/** Plays a recording. The playhead moves at once, the board follows when its view is loaded. */
export class Player {
  #state: PlayerState;
  #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #shownViews: Views | null = null;

  constructor(
    private readonly recording: Recording,
    private readonly isTurningPoint: GameUi["isTurningPoint"],
    startSeq: number | null,
  ) {
    const track = this.#track();
    const head = {
      seq: Math.min(Math.max(startSeq ?? track.first, track.first), track.last),
      playing: false,
    };
    this.#state = { head, track, pace: "normal", shown: null, news: [] };
  }

  get state(): PlayerState {
    return this.#state;
  }

  onStateChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Show the recording until the returned function is called. */
  start(): () => void {
    let { views } = this.recording.state;
    let unwatchViews = views.onLoad(this.#show);
    const unwatchRecording = this.recording.onStateChange(() => {
      if (this.recording.state.views !== views) {
        unwatchViews();
        views = this.recording.state.views;
        unwatchViews = views.onLoad(this.#show);
      }
      this.#extendTrack();
    });
    this.#show();
    return () => {
      unwatchRecording();
      unwatchViews();
      if (this.#timer) clearTimeout(this.#timer);
      this.#timer = null;
    };
  }

  move = (move: Move): void => {
    const head = applyMove(this.#state.head, move, this.#state.track);
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#setState({ head });
    this.#show();
  };

  setPace = (pace: Pace): void => this.#setState({ pace });

  #setState(change: Partial<PlayerState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  /** At the end of a running game, follow new commits. */
  #extendTrack(): void {
    const { head, track } = this.#state;
    const newTrack = this.#track();
    const isFollowing = head.seq === track.last && !head.playing;
    this.#setState({ track: newTrack, head: isFollowing ? { ...head, seq: newTrack.last } : head });
    this.#show();
  }

  #track(): Track {
    const { commits, first, latestSeq } = this.recording.state;
    const points = commits
      .filter((commit) => commit.seq > (first ?? latestSeq) && commit.events.some(this.isTurningPoint))
      .map((commit) => commit.seq);
    return { first: first ?? latestSeq, last: latestSeq, points };
  }

  #show = (): void => {
    const { views, commits } = this.recording.state;
    const { head, track, shown } = this.#state;
    views.prefetch(seqsToPrefetch(head, track));
    const view = views.get(head.seq);
    if (view && view !== shown) {
      // A change of viewer shows the same position, so there is no news.
      const fromSeq = this.#shownViews === views && shown ? shown.seq : view.seq;
      const stepCount = view.seq - fromSeq;
      const news =
        stepCount > 0 && stepCount <= ANIMATED_COMMITS_MAX
          ? commits.filter((commit) => commit.seq > fromSeq && commit.seq <= view.seq)
          : [];
      this.#shownViews = views;
      this.#setState({ shown: view, news });
    }
    if (view && head.playing && !this.#timer) {
      this.#timer = setTimeout(() => {
        this.#timer = null;
        this.move({ type: "tick" });
      }, PACES_MS[this.#state.pace]);
    }
  };
}
