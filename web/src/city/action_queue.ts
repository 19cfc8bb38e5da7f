import { useEffect, useRef } from "react";
import type { Action } from "./types";

const isSame = (a: Action, b: Action) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Queue several actions and send them one by one: each after the previous one was accepted, if it is still
 * legal. Otherwise the rest of the queue is dropped.
 */
export function useActionQueue(
  seq: number,
  actions: readonly Action[],
  sending: boolean,
  act: (action: Action) => void,
): (chosen: readonly Action[]) => void {
  const queue = useRef<{ remaining: readonly Action[]; sentAt: number }>({ remaining: [], sentAt: seq });
  useEffect(() => {
    const [next, ...remaining] = queue.current.remaining;
    if (!next || sending) return;
    const wasAccepted = seq > queue.current.sentAt;
    const isLegal = wasAccepted && actions.some((action) => isSame(action, next));
    queue.current = { remaining: isLegal ? remaining : [], sentAt: seq };
    if (isLegal) act(next);
  }, [seq, actions, sending, act]);
  return ([first, ...remaining]) => {
    if (!first) return;
    queue.current = { remaining, sentAt: seq };
    act(first);
  };
}
