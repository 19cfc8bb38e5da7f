import { useCallback, useLayoutEffect, useRef } from "react";

/**
 * Return a function with a stable identity that calls the latest callback, so that memoized components
 * don't render again.
 */
export function useStableCallback<Args extends readonly unknown[]>(
  callback: (...args: Args) => void,
): (...args: Args) => void {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
