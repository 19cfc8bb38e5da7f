import { useRef, useState, type KeyboardEvent, type RefObject } from "react";

/**
 * One stop of the Tab key for a whole grid: inside it the arrow keys move. Its items are the elements
 * marked `data-stop`, in their order.
 */
export function useRoving<Container extends HTMLElement>(count: number) {
  const container = useRef<Container>(null);
  const [wished, setWished] = useState(0);
  const reachable = Math.min(wished, Math.max(0, count - 1));

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const stops = stopsOf(container);
    const at = stops.indexOf(document.activeElement as HTMLElement);
    const to = at < 0 ? null : target(event.key, at, stops);
    const stop = to === null ? undefined : stops[to];
    if (!stop) return;
    event.preventDefault();
    setWished(to!);
    stop.focus();
  };

  return { container, reachable, onKeyDown, reach: setWished };
}

const stopsOf = (container: RefObject<HTMLElement | null>): HTMLElement[] => [
  ...(container.current?.querySelectorAll<HTMLElement>("[data-stop]") ?? []),
];

function target(key: string, at: number, stops: readonly HTMLElement[]): number | null {
  switch (key) {
    case "ArrowRight":
      return at + 1;
    case "ArrowLeft":
      return at - 1;
    case "ArrowDown":
      return at + columns(stops);
    case "ArrowUp":
      return at - columns(stops);
    case "Home":
      return 0;
    case "End":
      return stops.length - 1;
    default:
      return null;
  }
}

/** As many as lie beside the first. */
function columns(stops: readonly HTMLElement[]): number {
  const top = stops[0]?.getBoundingClientRect().top;
  const below = stops.findIndex((stop) => stop.getBoundingClientRect().top !== top);
  return below < 0 ? stops.length : below;
}
