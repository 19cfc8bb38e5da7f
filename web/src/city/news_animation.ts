import { useEffect, useState } from "react";
import { piecePositionsOf, type PiecePositions } from "./moving_pieces";
import { countOf, type Card, type CityEvent, type CityState, type Commit, type Tile } from "./types";

/** What the news changed, for a short highlight. */
export interface Highlights {
  boxes: ReadonlyMap<Tile, readonly number[]>;
  finished: ReadonlySet<Tile>;
  /** Spaces of the obelisk, from the bottom. */
  spaces: ReadonlySet<number>;
  /** Cards that joined the viewer's hand. */
  cards: readonly Card[];
}

interface Frame {
  pieces: PiecePositions;
  event: CityEvent | null;
}

const STEP_MS = 650;
const ANIMATION_MS_MAX = 5000;
/** With more frames than this the animation is skipped. */
const FRAMES_MAX = 24;

const ANIMATED_EVENTS: ReadonlySet<CityEvent["type"]> = new Set<CityEvent["type"]>([
  "figure_moved",
  "steps_gained",
  "dragon_moved",
  "stone_placed",
  "building_finished",
  "scales_scored",
  "offering_made",
  "cards_drawn",
]);

/** Return one frame per animated event. The last frame is the current position. */
export function framesOf(before: PiecePositions, news: readonly Commit[], play: CityState): Frame[] {
  const frames: Frame[] = [];
  let pieces = before;
  for (const event of news.flatMap((commit) => commit.events)) {
    if (event.type === "figure_moved")
      pieces = {
        ...pieces,
        figures: pieces.figures.map((at, seat) => (seat === event.seat ? event.to : at)),
      };
    else if (event.type === "dragon_moved")
      pieces = { ...pieces, dragons: { ...pieces.dragons, [event.dragon]: event.to } };
    if (ANIMATED_EVENTS.has(event.type)) frames.push({ pieces, event });
  }
  const last: Frame = { pieces: piecePositionsOf(play), event: null };
  return frames.length > FRAMES_MAX ? [last] : [...frames, last];
}

export function highlightsOf(news: readonly Commit[], viewer: number | null): Highlights {
  const boxes = new Map<Tile, number[]>();
  const finished = new Set<Tile>();
  const spaces = new Set<number>();
  const cards: Card[] = [];
  for (const event of news.flatMap((commit) => commit.events)) {
    if (event.type === "stone_placed") boxes.set(event.tile, [...(boxes.get(event.tile) ?? []), event.box]);
    else if (event.type === "building_finished") finished.add(event.tile);
    else if (event.type === "offering_made") spaces.add(event.space);
    else if ((event.type === "cards_drawn" || event.type === "aside_taken") && event.seat === viewer) {
      if (countOf(event.cards) > 0 && typeof event.cards !== "number") cards.push(...event.cards);
    }
  }
  return { boxes, finished, spaces, cards };
}

/**
 * Animate news step by step. The table itself is up to date already, so nothing waits for the animation;
 * `skip` ends it.
 */
export function useNewsAnimation(news: readonly Commit[], play: CityState, animations: boolean) {
  const [animation, setAnimation] = useState(() => ({
    news,
    play,
    frames: framesOf(piecePositionsOf(play), [], play),
    at: 0,
  }));
  if (animation.news !== news || animation.play !== play) {
    const before = animation.frames.at(-1)!.pieces;
    const newCommits = animation.news === news || !animations ? [] : news;
    setAnimation({ news, play, frames: framesOf(before, newCommits, play), at: 0 });
  }
  const { frames, at: index } = animation;
  const playing = index < frames.length - 1;
  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(
      () => setAnimation((now) => ({ ...now, at: Math.min(now.at + 1, now.frames.length - 1) })),
      Math.min(STEP_MS, ANIMATION_MS_MAX / frames.length),
    );
    return () => clearTimeout(timer);
  }, [playing, index, frames]);
  const skip = () => {
    if (playing) setAnimation({ ...animation, at: frames.length - 1 });
  };
  return { ...(frames[index] ?? frames.at(-1)!), playing, skip };
}
