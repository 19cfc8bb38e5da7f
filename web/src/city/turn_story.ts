import { useState } from "react";
import type { CityEvent, Commit } from "./wire";

/** Small print that an account of a turn can do without. */
const LEFT_OUT: ReadonlySet<CityEvent["type"]> = new Set<CityEvent["type"]>([
  "turn_began",
  "turn_ended",
  "hand_dealt",
]);

/** What was done in the turn that is on, as far as this page has seen it. */
export function useTurnStory(news: readonly Commit[], turn: number): readonly CityEvent[] {
  const [story, setStory] = useState<{ news: readonly Commit[]; turn: number; events: CityEvent[] }>(() => ({
    news: [],
    turn,
    events: [],
  }));
  if (story.news !== news || story.turn !== turn) {
    const fresh = story.news === news ? [] : news.flatMap((commit) => commit.events);
    const events = [...(story.turn === turn ? story.events : []), ...fresh];
    const began = events.findLastIndex((event) => event.type === "turn_began");
    setStory({ news, turn, events: events.slice(began + 1) });
  }
  return story.events.filter((event) => !LEFT_OUT.has(event.type));
}
