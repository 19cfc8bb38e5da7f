import { useEffect, useRef, type RefObject } from "react";

const FIRST_CONTROL = "form input:checked, button:not(:disabled)";

/**
 * Restore keyboard focus when the focused button disappears: move it to the first control of the container
 * instead of the top of the page.
 */
export function useRestoredFocus(container: RefObject<HTMLElement | null>): void {
  const lastFocused = useRef<Element | null>(null);
  useEffect(() => {
    const remember = () => {
      lastFocused.current = document.activeElement;
    };
    document.addEventListener("focusin", remember);
    return () => document.removeEventListener("focusin", remember);
  }, []);
  useEffect(() => {
    const isLost =
      document.activeElement === document.body && lastFocused.current && !lastFocused.current.isConnected;
    if (isLost) container.current?.querySelector<HTMLElement>(FIRST_CONTROL)?.focus({ preventScroll: true });
  });
}
