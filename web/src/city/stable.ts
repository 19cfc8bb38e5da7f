import { useCallback, useLayoutEffect, useRef } from "react";

/** A function that stays the same while what it does follows the page: what gets it is not drawn again. */
export function useStable<Args extends readonly unknown[]>(
  does: (...args: Args) => void,
): (...args: Args) => void {
  const newest = useRef(does);
  useLayoutEffect(() => {
    newest.current = does;
  });
  return useCallback((...args: Args) => newest.current(...args), []);
}
