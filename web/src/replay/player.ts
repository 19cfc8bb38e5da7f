import type { Face } from "../faces/face";
import type { AnyCommit, Seen } from "../table/seen";
import { moved, neighbours, type Move, type Playhead, type Track } from "./playhead";
import type { Recording } from "./recording";
import type { Views } from "./views";

export const PACES_MS = { slow: 2_000, normal: 1_000, fast: 400, rush: 120 } as const;
export type Pace = keyof typeof PACES_MS;

/** Who jumps over more than this does not want to see all of it move. */
const NEWS_COMMITS_MAX = 6;

export interface PlayerState {
  head: Playhead;
  track: Track;
  pace: Pace;
  /** The position on the board: that of the playhead as soon as it is there. */
  shown: Seen | null;
  /** What was stepped over, forwards, to come here. */
  news: readonly AnyCommit[];
}

/** Moves through a recording: the playhead goes at once, the board follows when its view has come. */
export class Player {
  #state: PlayerState;
  #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #shownFrom: Views | null = null;

  constructor(
    private readonly recording: Recording,
    private readonly isTurningPoint: Face["isTurningPoint"],
    at: number | null,
  ) {
    const track = this.#track();
    const head = { at: Math.min(Math.max(at ?? track.first, track.first), track.last), playing: false };
    this.#state = { head, track, pace: "normal", shown: null, news: [] };
  }

  get state(): PlayerState {
    return this.#state;
  }

  watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Shows the recording until the returned function is called. */
  start(): () => void {
    let { views } = this.recording.state;
    let forgetViews = views.watch(this.#show);
    const forgetRecording = this.recording.watch(() => {
      if (this.recording.state.views !== views) {
        forgetViews();
        views = this.recording.state.views;
        forgetViews = views.watch(this.#show);
      }
      this.#grow();
    });
    this.#show();
    return () => {
      forgetRecording();
      forgetViews();
      if (this.#timer) clearTimeout(this.#timer);
      this.#timer = null;
    };
  }

  move = (move: Move): void => {
    const head = moved(this.#state.head, move, this.#state.track);
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#become({ head });
    this.#show();
  };

  setPace = (pace: Pace): void => this.#become({ pace });

  #become(change: Partial<PlayerState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }

  /** Who looks at the end of a game that is still played stays at its end. */
  #grow(): void {
    const { head, track } = this.#state;
    const grown = this.#track();
    const follows = head.at === track.last && !head.playing;
    this.#become({ track: grown, head: follows ? { ...head, at: grown.last } : head });
    this.#show();
  }

  #track(): Track {
    const { commits, first, head } = this.recording.state;
    const points = commits
      .filter((commit) => commit.seq > (first ?? head) && commit.events.some(this.isTurningPoint))
      .map((commit) => commit.seq);
    return { first: first ?? head, last: head, points };
  }

  #show = (): void => {
    const { views, commits } = this.recording.state;
    const { head, track, shown } = this.#state;
    views.want(neighbours(head, track));
    const view = views.get(head.at);
    if (view && view !== shown) {
      // With other eyes it is another picture of the same moment, not news.
      const from = this.#shownFrom === views && shown ? shown.seq : view.seq;
      const stepped = view.seq - from;
      const news =
        stepped > 0 && stepped <= NEWS_COMMITS_MAX
          ? commits.filter((commit) => commit.seq > from && commit.seq <= view.seq)
          : [];
      this.#shownFrom = views;
      this.#become({ shown: view, news });
    }
    if (view && head.playing && !this.#timer) {
      this.#timer = setTimeout(() => {
        this.#timer = null;
        this.move({ type: "tick" });
      }, PACES_MS[this.#state.pace]);
    }
  };
}
