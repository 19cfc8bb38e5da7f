import { useEffect, useRef } from "react";
import type { Action } from "./wire";

const same = (one: Action, other: Action) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Several actions that were chosen together, sent one after the other: each only when the one before was
 * played and if it is still legal. Otherwise the rest is forgotten, and one looks again.
 */
export function useErrands(
  seq: number,
  actions: readonly Action[],
  sending: boolean,
  act: (action: Action) => void,
): (chosen: readonly Action[]) => void {
  const errands = useRef<{ left: readonly Action[]; sentAt: number }>({ left: [], sentAt: seq });
  useEffect(() => {
    const [next, ...left] = errands.current.left;
    if (!next || sending) return;
    const wasPlayed = seq > errands.current.sentAt;
    const legal = wasPlayed && actions.some((action) => same(action, next));
    errands.current = { left: legal ? left : [], sentAt: seq };
    if (legal) act(next);
  }, [seq, actions, sending, act]);
  return ([first, ...left]) => {
    if (!first) return;
    errands.current = { left, sentAt: seq };
    act(first);
  };
}
