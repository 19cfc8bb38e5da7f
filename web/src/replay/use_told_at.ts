import { useTellerOfAll, type Telling } from "../table/log";
import type { AnyCommit, Seen } from "../table/seen";

/** What happened with a version, in a sentence; null when there is nothing to say of it. */
export function useToldAt(
  seen: Seen,
  telling: Telling,
  commits: readonly AnyCommit[],
  at: number,
): string | null {
  const tell = useTellerOfAll(seen, telling);
  const events = commits.find((commit) => commit.seq === at)?.events ?? [];
  return events.map(tell).find((line) => line !== null) ?? null;
}
