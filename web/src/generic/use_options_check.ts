import type { OptionsProblem } from "../contract/gateway";
import { useEffect, useState } from "react";
import { gateway, withRetry } from "../gateway/calls";
import { pause } from "../gateway/pause";

/** Several changes in a row cause one check. */
const DEBOUNCE_MS = 250;

/** Check options with the gateway after every change. Null until the first check is done. */
export function useOptionsCheck(
  game: string,
  options: Record<string, unknown>,
): { problems: readonly OptionsProblem[] | null; isChecking: boolean } {
  const body = JSON.stringify(options);
  const [result, setResult] = useState<{ body: string; problems: readonly OptionsProblem[] } | null>(null);
  useEffect(() => {
    const abortController = new AbortController();
    const { signal } = abortController;
    const send = () =>
      gateway.POST("/v1/games/{game}/check", {
        params: { path: { game } },
        body: { options: JSON.parse(body) as Record<string, unknown> },
        signal,
      });
    pause(DEBOUNCE_MS, signal)
      .then(() => withRetry(send, signal))
      .then(({ problems }) => setResult({ body, problems }))
      // Opening the table reports problems, too.
      .catch(() => signal.aborted || setResult({ body, problems: [] }));
    return () => abortController.abort(new DOMException("The options changed.", "AbortError"));
  }, [game, body]);
  return { problems: result?.problems ?? null, isChecking: result?.body !== body };
}
