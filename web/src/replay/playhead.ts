/** The position in a replay and whether it advances by itself. */
export interface Playhead {
  seq: number;
  playing: boolean;
}

/** Range of seqs, and which of them are turning points. */
export interface Track {
  first: number;
  last: number;
  points: readonly number[];
}

export type Move =
  | { type: "seek"; seq: number }
  | { type: "step"; by: number }
  | { type: "previous_point" }
  | { type: "next_point" }
  | { type: "first" }
  | { type: "last" }
  | { type: "toggle" }
  | { type: "tick" };

/** Apply a move. Manual moves stop playing; playing from the end restarts at the beginning. */
export function applyMove(head: Playhead, move: Move, track: Track): Playhead {
  const stopAt = (seq: number) => ({ seq: clamp(seq, track), playing: false });
  switch (move.type) {
    case "seek":
      return stopAt(move.seq);
    case "step":
      return stopAt(head.seq + move.by);
    case "previous_point":
      return stopAt(track.points.findLast((point) => point < head.seq) ?? track.first);
    case "next_point":
      return stopAt(track.points.find((point) => point > head.seq) ?? track.last);
    case "first":
      return stopAt(track.first);
    case "last":
      return stopAt(track.last);
    case "toggle":
      if (head.playing) return { ...head, playing: false };
      return { seq: head.seq >= track.last ? track.first : head.seq, playing: track.last > track.first };
    case "tick": {
      if (!head.playing) return head;
      const seq = clamp(head.seq + 1, track);
      return { seq, playing: seq < track.last };
    }
  }
}

const clamp = (seq: number, { first, last }: Track) => Math.min(Math.max(seq, first), last);

/** Return the move of a key, if any. */
export function moveForKey(key: string, shift: boolean): Move | null {
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

/** Return the seqs that are likely to be shown next, nearest first. */
export function seqsToPrefetch({ seq, playing }: Playhead, { first, last }: Track): number[] {
  const ahead = playing ? [1, 2, 3, 4, 5, 6, 7, 8] : [1, -1, 2, -2, 3];
  return [seq, ...ahead.map((by) => seq + by).filter((seq) => seq >= first && seq <= last)];
}
