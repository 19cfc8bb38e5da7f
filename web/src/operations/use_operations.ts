import type { OperationsResponse } from "../contract/gateway";
import { useEffect, useState } from "react";
import { unwrap, bearer, gateway } from "../gateway/calls";
import { pause } from "../gateway/pause";
import { ProblemError } from "../gateway/problem";
import { POLL_MS, appendReading } from "./recent_readings";
import { updateFirstSeen, findProblems, type Problem } from "./problems";
import { createReading, type Reading } from "./reading";

/** State of the page. Data is kept while the gateway is down. */
export interface OperationsState {
  response: OperationsResponse | null;
  readings: Reading[];
  problems: Problem[];
  /** Since when each problem exists, by its id. */
  firstSeen: ReadonlyMap<string, number>;
  /** Reason and time of the last failed poll. */
  failure: { reason: Failure; detail: string; last: number } | null;
}

/** `refused`: the key is invalid. `unreachable`: no response. `failed`: an unexpected response. */
export type Failure = "refused" | "unreachable" | "failed";

const INITIAL_STATE: OperationsState = {
  response: null,
  readings: [],
  problems: [],
  firstSeen: new Map(),
  failure: null,
};

/** Poll while there is a key and polling is not paused. */
export function useOperations(access: { readonly key: string }, paused: boolean): OperationsState {
  const [state, setState] = useState<OperationsState>(INITIAL_STATE);
  useEffect(() => {
    if (!access.key || paused) return;
    const abortController = new AbortController();
    void poll(access.key, abortController.signal, setState);
    return () => abortController.abort();
  }, [access, paused]);
  return state;
}

async function poll(
  key: string,
  signal: AbortSignal,
  update: (change: (before: OperationsState) => OperationsState) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const response = await fetchOperations(key, signal);
      if (!signal.aborted) update((before) => withResponse(before, response));
    } catch (error) {
      if (signal.aborted) return;
      const failure = failureOf(error);
      const last = Date.now();
      update((before) => ({ ...before, failure: { ...failure, last } }));
      if (failure.reason === "refused") return;
    }
    await pause(POLL_MS, signal).catch(() => undefined);
  }
}

const fetchOperations = (key: string, signal: AbortSignal): Promise<OperationsResponse> =>
  unwrap(gateway.GET("/v1/operations", { headers: bearer(key), signal }));

export function withResponse(before: OperationsState, response: OperationsResponse): OperationsState {
  const readings = appendReading(before.readings, createReading(response, before.response));
  const problems = findProblems(response, readings);
  return {
    response,
    readings,
    problems,
    firstSeen: updateFirstSeen(before.firstSeen, problems, response.at),
    failure: null,
  };
}

function failureOf(error: unknown): { reason: Failure; detail: string } {
  if (!(error instanceof ProblemError)) return { reason: "unreachable", detail: "" };
  const { status, detail } = error.problem;
  if (status === 401 || status === 403) return { reason: "refused", detail };
  return { reason: status >= 500 ? "unreachable" : "failed", detail };
}
