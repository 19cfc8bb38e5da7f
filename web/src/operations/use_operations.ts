import { useEffect, useState } from "react";
import { answered, bearer, gateway } from "../gateway/calls";
import { pause } from "../gateway/pause";
import { ProblemError } from "../gateway/problem";
import type { OperationsAnswer } from "./answer";
import { LOOK_MS, remembered } from "./history";
import { since, troubles, type Trouble } from "./problems";
import { readingOf, type Reading } from "./reading";

/** What the page knows. It keeps what it knew while the gateway is away. */
export interface Watched {
  answer: OperationsAnswer | null;
  readings: Reading[];
  troubles: Trouble[];
  /** Since when each trouble has been seen, by its id. */
  since: ReadonlyMap<string, number>;
  /** Why the last look failed, and when that was. */
  failure: { reason: Failure; detail: string; last: number } | null;
}

/** `refused`: the key is not good. `away`: nobody answers. `failed`: an answer that is none. */
export type Failure = "refused" | "away" | "failed";

const NOTHING: Watched = { answer: null, readings: [], troubles: [], since: new Map(), failure: null };

/** Looks every two seconds while there is a key and nobody has pressed pause. */
export function useOperations(access: { readonly key: string }, paused: boolean): Watched {
  const [watched, setWatched] = useState<Watched>(NOTHING);
  useEffect(() => {
    if (!access.key || paused) return;
    const leaving = new AbortController();
    void watch(access.key, leaving.signal, setWatched);
    return () => leaving.abort();
  }, [access, paused]);
  return watched;
}

async function watch(
  key: string,
  signal: AbortSignal,
  tell: (change: (before: Watched) => Watched) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const answer = await look(key, signal);
      if (!signal.aborted) tell((before) => withAnswer(before, answer));
    } catch (error) {
      if (signal.aborted) return;
      const failure = failureOf(error);
      const last = Date.now();
      tell((before) => ({ ...before, failure: { ...failure, last } }));
      if (failure.reason === "refused") return;
    }
    await pause(LOOK_MS, signal).catch(() => undefined);
  }
}

const look = (key: string, signal: AbortSignal): Promise<OperationsAnswer> =>
  answered(gateway.GET("/v1/operations", { headers: bearer(key), signal }));

export function withAnswer(before: Watched, answer: OperationsAnswer): Watched {
  const readings = remembered(before.readings, readingOf(answer, before.answer));
  const found = troubles(answer, readings);
  return {
    answer,
    readings,
    troubles: found,
    since: since(before.since, found, answer.at),
    failure: null,
  };
}

function failureOf(error: unknown): { reason: Failure; detail: string } {
  if (!(error instanceof ProblemError)) return { reason: "away", detail: "" };
  const { status, detail } = error.problem;
  if (status === 401 || status === 403) return { reason: "refused", detail };
  return { reason: status >= 500 ? "away" : "failed", detail };
}
