import { useTellerOfAll, type Telling } from "../table/log";
import type { AnyCommit, Seen } from "../table/seen";

/** What happened with a version, in its most telling sentence; null when there is nothing to say of it. */
export function useToldAt(
  seen: Seen,
  telling: Telling,
  commits: readonly AnyCommit[],
  at: number,
): string | null {
  const tell = useTellerOfAll(seen, telling);
  const events = commits.find((commit) => commit.seq === at)?.events ?? [];
  const weight = (event: (typeof events)[number]) =>
    telling.face.isTurningPoint(event) ? 0 : event.type === "game_started" ? 1 : 2;
  const byWeight = [...events].sort((a, b) => weight(a) - weight(b));
  for (const event of byWeight) {
    const line = tell(event);
    if (line !== null) return line;
  }
  return null;
}
