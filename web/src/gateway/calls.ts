import createClient, { type FetchResponse } from "openapi-fetch";
import type { components, paths } from "../contract/gateway";
import { backoffMs, pause } from "./pause";
import { ProblemError, UnreachableError, type Problem } from "./problem";

export type Schemas = components["schemas"];

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/** Every operation of the gateway, typed by its OpenAPI document. */
export const gateway = createClient<paths>({
  baseUrl: globalThis.location?.origin ?? "",
  // Looked up at each call: tests put another one in its place.
  fetch: (request) => globalThis.fetch(request),
});

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- openapi-fetch's own constraint
type AnyAnswer<Data> = FetchResponse<any, any, any> & { data?: Data };

/** The answer's body; throws ProblemError or UnreachableError. */
export async function answered<Data>(call: Promise<AnyAnswer<Data>>): Promise<Data> {
  let answer: AnyAnswer<Data>;
  try {
    answer = await call;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new UnreachableError(error);
  }
  const { data, error, response } = answer;
  if (response.ok) return data as Data;
  const seconds = Number(response.headers.get("Retry-After"));
  throw new ProblemError(asProblem(error, response), seconds > 0 ? seconds * 1000 : null);
}

function asProblem(error: unknown, response: Response): Problem {
  if (typeof error === "object" && error !== null && "code" in error) return error as Problem;
  // A proxy on the way has answered, not the gateway.
  const title = `${response.status} ${response.statusText}`.trim();
  return {
    type: "about:blank",
    title,
    status: response.status,
    code: "unavailable",
    detail: title,
  } as Problem;
}

/**
 * Asks until there is an answer. Only for what may be said twice: questions, and commands, which carry
 * an id of their own. `waiting` is told when the server can't be reached, and when it is back.
 */
export async function patiently<Data>(
  ask: () => Promise<AnyAnswer<Data>>,
  signal?: AbortSignal,
  waiting?: (reason: string | null) => void,
): Promise<Data> {
  for (let attempt = 0; ; attempt++) {
    try {
      const body = await answered(ask());
      if (attempt > 0) waiting?.(null);
      return body;
    } catch (error) {
      const passing = error instanceof UnreachableError || (error instanceof ProblemError && error.passing);
      if (!passing || signal?.aborted) {
        if (attempt > 0) waiting?.(null);
        throw error;
      }
      waiting?.(error.message);
      const told = error instanceof ProblemError ? (error.retryAfterMs ?? 0) : 0;
      await pause(Math.max(told, backoffMs(attempt, FIRST_PAUSE_MS, LONGEST_PAUSE_MS)), signal);
    }
  }
}
