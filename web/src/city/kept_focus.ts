import { useEffect, useRef, type RefObject } from "react";

const FIRST = "form input:checked, button:not(:disabled)";

/**
 * A part whose buttons come and go: who used one by keyboard goes on at the first of the new ones instead of
 * at the top of the page.
 */
export function useKeptFocus(part: RefObject<HTMLElement | null>): void {
  const was = useRef<Element | null>(null);
  useEffect(() => {
    const remember = () => {
      was.current = document.activeElement;
    };
    document.addEventListener("focusin", remember);
    return () => document.removeEventListener("focusin", remember);
  }, []);
  useEffect(() => {
    const lost = document.activeElement === document.body && was.current && !was.current.isConnected;
    if (lost) part.current?.querySelector<HTMLElement>(FIRST)?.focus({ preventScroll: true });
  });
}
