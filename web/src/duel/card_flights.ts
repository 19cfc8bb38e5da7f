import { useLayoutEffect, useRef } from "react";
import { usePreferences } from "../ui/preferences";

const FLIGHT_MS = 420;
const STAGGER_MS = 45;

/**
 * Animate cards from their previous to their current position. A new card starts at its owner's deck if it
 * is in a hand now, else at the hand.
 */
export function useCardFlights(seq: number): React.RefObject<HTMLDivElement | null> {
  const boardRef = useRef<HTMLDivElement>(null);
  const rects = useRef(new Map<string, DOMRect>());
  const lastSeq = useRef(seq);
  const { animations } = usePreferences();
  useLayoutEffect(() => {
    const board = boardRef.current;
    if (!board) return;
    const previousRects = rects.current;
    const hasChanged = lastSeq.current !== seq;
    lastSeq.current = seq;
    const currentRects = new Map<string, DOMRect>();
    let flights = 0;
    for (const card of board.querySelectorAll<HTMLElement>("[data-card]")) {
      const key = card.dataset.card!;
      if (currentRects.has(key)) continue;
      const rect = card.getBoundingClientRect();
      currentRects.set(key, rect);
      if (!hasChanged || !animations || previousRects.size === 0 || typeof card.animate !== "function")
        continue;
      const from = previousRects.get(key) ?? origin(board, card);
      if (!from || (Math.abs(from.x - rect.x) < 2 && Math.abs(from.y - rect.y) < 2)) continue;
      card.animate(
        [
          {
            transform: `translate(${from.x - rect.x}px, ${from.y - rect.y}px) scale(${from.width / rect.width || 1})`,
            transformOrigin: "0 0",
            zIndex: 5,
          },
          { transform: "none", transformOrigin: "0 0", zIndex: 5 },
        ],
        { duration: FLIGHT_MS, delay: flights++ * STAGGER_MS, easing: "ease-in-out", fill: "backwards" },
      );
    }
    rects.current = currentRects;
  });
  return boardRef;
}

function origin(board: HTMLElement, card: HTMLElement): DOMRect | undefined {
  const seat = card.dataset.card!.split(":")[0]!;
  const inHand = card.closest(`[data-place="hand ${seat}"]`) !== null;
  const place = board.querySelector(`[data-place="${inHand ? "deck" : "hand"} ${seat}"]`);
  return place?.getBoundingClientRect();
}
