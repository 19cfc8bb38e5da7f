import { useTableNarrator, type Narration } from "../table/log";
import type { AnyCommit, TableView } from "../table/table_view";

/** Return the most important sentence of a commit; null if it has none. */
export function useNarrationAt(
  view: TableView,
  narration: Narration,
  commits: readonly AnyCommit[],
  seq: number,
): string | null {
  const narrate = useTableNarrator(view, narration);
  const events = commits.find((commit) => commit.seq === seq)?.events ?? [];
  const weight = (event: (typeof events)[number]) =>
    narration.gameUi.isTurningPoint(event) ? 0 : event.type === "game_started" ? 1 : 2;
  const byWeight = [...events].sort((a, b) => weight(a) - weight(b));
  for (const event of byWeight) {
    const sentence = narrate(event);
    if (sentence !== null) return sentence;
  }
  return null;
}
