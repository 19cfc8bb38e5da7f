/** Where in a game somebody looks, and whether it goes on by itself. */
export interface Playhead {
  at: number;
  playing: boolean;
}

/** The versions one can look at, and which of them are turning points. */
export interface Track {
  first: number;
  last: number;
  points: readonly number[];
}

export type Move =
  | { type: "seek"; at: number }
  | { type: "step"; by: number }
  | { type: "previous_point" }
  | { type: "next_point" }
  | { type: "first" }
  | { type: "last" }
  | { type: "toggle" }
  | { type: "tick" };

/** Any move by hand stops the playing; playing from the end begins again at the beginning. */
export function moved(head: Playhead, move: Move, track: Track): Playhead {
  const stop = (at: number) => ({ at: within(at, track), playing: false });
  switch (move.type) {
    case "seek":
      return stop(move.at);
    case "step":
      return stop(head.at + move.by);
    case "previous_point":
      return stop(track.points.findLast((point) => point < head.at) ?? track.first);
    case "next_point":
      return stop(track.points.find((point) => point > head.at) ?? track.last);
    case "first":
      return stop(track.first);
    case "last":
      return stop(track.last);
    case "toggle":
      if (head.playing) return { ...head, playing: false };
      return { at: head.at >= track.last ? track.first : head.at, playing: track.last > track.first };
    case "tick": {
      if (!head.playing) return head;
      const at = within(head.at + 1, track);
      return { at, playing: at < track.last };
    }
  }
}

const within = (at: number, { first, last }: Track) => Math.min(Math.max(at, first), last);

/** What a key means, if anything. */
export function moveOfKey(key: string, shift: boolean): Move | null {
  switch (key) {
    case "ArrowLeft":
      return shift ? { type: "previous_point" } : { type: "step", by: -1 };
    case "ArrowRight":
      return shift ? { type: "next_point" } : { type: "step", by: 1 };
    case "PageUp":
      return { type: "previous_point" };
    case "PageDown":
      return { type: "next_point" };
    case "Home":
      return { type: "first" };
    case "End":
      return { type: "last" };
    case " ":
      return { type: "toggle" };
    default:
      return null;
  }
}

/** What will be looked at soon, the nearest first: more of it ahead while it plays. */
export function neighbours({ at, playing }: Playhead, { first, last }: Track): number[] {
  const ahead = playing ? [1, 2, 3, 4, 5, 6, 7, 8] : [1, -1, 2, -2, 3];
  return [at, ...ahead.map((by) => at + by).filter((seq) => seq >= first && seq <= last)];
}
