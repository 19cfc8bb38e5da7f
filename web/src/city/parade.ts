import { useEffect, useState } from "react";
import { whereaboutsOf, type Whereabouts } from "./movers";
import { countOf, type Card, type CityEvent, type CityState, type Commit, type Tile } from "./wire";

/** What is new on the table, for a short glow. */
export interface Fresh {
  boxes: ReadonlyMap<Tile, readonly number[]>;
  finished: ReadonlySet<Tile>;
  /** Spaces of the obelisk, bottom up. */
  spaces: ReadonlySet<number>;
  /** Cards that came into the hand of who looks. */
  cards: readonly Card[];
}

interface Frame {
  where: Whereabouts;
  event: CityEvent | null;
}

const STEP_MS = 650;
const LONGEST_MS = 5000;
/** After an absence of more than this nobody wants to see every step. */
const MOST_FRAMES = 24;

const SHOWN: ReadonlySet<CityEvent["type"]> = new Set<CityEvent["type"]>([
  "figure_moved",
  "steps_gained",
  "dragon_moved",
  "stone_placed",
  "building_finished",
  "scales_scored",
  "offering_made",
  "cards_drawn",
]);

/** What happened, one position after the other; the last is the position that is. */
export function framesOf(before: Whereabouts, news: readonly Commit[], play: CityState): Frame[] {
  const frames: Frame[] = [];
  let where = before;
  for (const event of news.flatMap((commit) => commit.events)) {
    if (event.type === "figure_moved")
      where = { ...where, figures: where.figures.map((at, seat) => (seat === event.seat ? event.to : at)) };
    else if (event.type === "dragon_moved")
      where = { ...where, dragons: { ...where.dragons, [event.dragon]: event.to } };
    if (SHOWN.has(event.type)) frames.push({ where, event });
  }
  const last: Frame = { where: whereaboutsOf(play), event: null };
  return frames.length > MOST_FRAMES ? [last] : [...frames, last];
}

export function freshOf(news: readonly Commit[], viewer: number | null): Fresh {
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
 * Plays the news step by step over a table that is up to date already: nothing has to wait for it, and
 * `skip` ends it.
 */
export function useParade(news: readonly Commit[], play: CityState, animations: boolean) {
  const [parade, setParade] = useState(() => ({
    news,
    play,
    frames: framesOf(whereaboutsOf(play), [], play),
    at: 0,
  }));
  if (parade.news !== news || parade.play !== play) {
    const before = parade.frames.at(-1)!.where;
    const unseen = parade.news === news || !animations ? [] : news;
    setParade({ news, play, frames: framesOf(before, unseen, play), at: 0 });
  }
  const { frames, at } = parade;
  const playing = at < frames.length - 1;
  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(
      () => setParade((now) => ({ ...now, at: Math.min(now.at + 1, now.frames.length - 1) })),
      Math.min(STEP_MS, LONGEST_MS / frames.length),
    );
    return () => clearTimeout(timer);
  }, [playing, at, frames]);
  const skip = () => {
    if (playing) setParade({ ...parade, at: frames.length - 1 });
  };
  return { ...(frames[at] ?? frames.at(-1)!), playing, skip };
}
