import { useLayoutEffect, useRef } from "react";
import { usePreferences } from "../look/preferences";

const FLIGHT_MS = 420;
const STAGGER_MS = 45;

/**
 * Lets cards fly from where they were to where they are now. A card that was nowhere comes from its
 * owner's draw deck if it is in a hand now, else from the hand.
 */
export function useFlights(seq: number): React.RefObject<HTMLDivElement | null> {
  const ground = useRef<HTMLDivElement>(null);
  const places = useRef(new Map<string, DOMRect>());
  const last = useRef(seq);
  const { animations } = usePreferences();
  useLayoutEffect(() => {
    const board = ground.current;
    if (!board) return;
    const before = places.current;
    const moved = last.current !== seq;
    last.current = seq;
    const now = new Map<string, DOMRect>();
    let flights = 0;
    for (const card of board.querySelectorAll<HTMLElement>("[data-card]")) {
      const key = card.dataset.card!;
      if (now.has(key)) continue;
      const rect = card.getBoundingClientRect();
      now.set(key, rect);
      if (!moved || !animations || before.size === 0 || typeof card.animate !== "function") continue;
      const from = before.get(key) ?? origin(board, card);
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
    places.current = now;
  });
  return ground;
}

function origin(board: HTMLElement, card: HTMLElement): DOMRect | undefined {
  const seat = card.dataset.card!.split(":")[0]!;
  const inHand = card.closest(`[data-place="hand ${seat}"]`) !== null;
  const place = board.querySelector(`[data-place="${inHand ? "deck" : "hand"} ${seat}"]`);
  return place?.getBoundingClientRect();
}
