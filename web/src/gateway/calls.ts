import type { Problem } from "../contract/live";
import createClient from "openapi-fetch";
import type { paths } from "../contract/gateway";
import { backoffMs, pause } from "./pause";
import { ProblemError, UnreachableError } from "./problem";

const FIRST_BACKOFF_MS = 250;
const BACKOFF_MS_MAX = 5_000;

/** Client of the gateway, typed by its OpenAPI document. */
export const gateway = createClient<paths>({
  baseUrl: globalThis.location?.origin ?? "",
  // Looked up at each call, so that tests can replace it.
  fetch: (request) => globalThis.fetch(request),
});

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** What openapi-fetch returns. */
interface AnyResponse<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** Return the response body. Throws ProblemError or UnreachableError. */
export async function unwrap<Data>(call: Promise<AnyResponse<Data>>): Promise<Data> {
  let result: AnyResponse<Data>;
  try {
    result = await call;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new UnreachableError(error);
  }
  const { data, error, response } = result;
  if (response.ok) return data as Data;
  const seconds = Number(response.headers.get("Retry-After"));
  throw new ProblemError(asProblem(error, response), seconds > 0 ? seconds * 1000 : null);
}

function asProblem(error: unknown, response: Response): Problem {
  if (typeof error === "object" && error !== null && "code" in error) return error as Problem;
  // The response comes from a proxy, not from the gateway.
  const title = `${response.status} ${response.statusText}`.trim();
  return {
    type: "about:blank",
    title,
    status: response.status,
    code: "unavailable",
    detail: title,
    rejection: null,
    extra: {},
  };
}

/**
 * Retry a request until it succeeds or fails for good. Only for idempotent requests: reads, and commands,
 * which carry an id. `onWaiting` receives the reason while the server is unreachable, and null when it is
 * back.
 */
export async function withRetry<Data>(
  send: () => Promise<AnyResponse<Data>>,
  signal?: AbortSignal,
  onWaiting?: (reason: string | null) => void,
): Promise<Data> {
  for (let attempt = 0; ; attempt++) {
    try {
      const body = await unwrap(send());
      if (attempt > 0) onWaiting?.(null);
      return body;
    } catch (error) {
      const isTransient =
        error instanceof UnreachableError || (error instanceof ProblemError && error.isTransient);
      if (!isTransient || signal?.aborted) {
        if (attempt > 0) onWaiting?.(null);
        throw error;
      }
      onWaiting?.(error.message);
      const retryAfterMs = error instanceof ProblemError ? (error.retryAfterMs ?? 0) : 0;
      await pause(Math.max(retryAfterMs, backoffMs(attempt, FIRST_BACKOFF_MS, BACKOFF_MS_MAX)), signal);
    }
  }
}
