import { useRef, useState, type KeyboardEvent, type RefObject } from "react";

/**
 * Roving tab index: a grid is one tab stop and arrow keys move inside it. Items are the elements marked
 * `data-stop`.
 */
export function useRovingFocus<Container extends HTMLElement>(count: number) {
  const container = useRef<Container>(null);
  const [requestedStop, setTabStop] = useState(0);
  const tabStop = Math.min(requestedStop, Math.max(0, count - 1));

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const stops = stopsOf(container);
    const index = stops.indexOf(document.activeElement as HTMLElement);
    const nextIndex = index < 0 ? null : targetIndex(event.key, index, stops);
    const stop = nextIndex === null ? undefined : stops[nextIndex];
    if (!stop) return;
    event.preventDefault();
    setTabStop(nextIndex!);
    stop.focus();
  };

  return { container, tabStop, onKeyDown, setTabStop };
}

const stopsOf = (container: RefObject<HTMLElement | null>): HTMLElement[] => [
  ...(container.current?.querySelectorAll<HTMLElement>("[data-stop]") ?? []),
];

function targetIndex(key: string, index: number, stops: readonly HTMLElement[]): number | null {
  switch (key) {
    case "ArrowRight":
      return index + 1;
    case "ArrowLeft":
      return index - 1;
    case "ArrowDown":
      return index + columnCount(stops);
    case "ArrowUp":
      return index - columnCount(stops);
    case "Home":
      return 0;
    case "End":
      return stops.length - 1;
    default:
      return null;
  }
}

/** Number of stops in the first row. */
function columnCount(stops: readonly HTMLElement[]): number {
  const top = stops[0]?.getBoundingClientRect().top;
  const below = stops.findIndex((stop) => stop.getBoundingClientRect().top !== top);
  return below < 0 ? stops.length : below;
}
