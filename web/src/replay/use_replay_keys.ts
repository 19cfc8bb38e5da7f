import { useEffect } from "react";
import { moveForKey, type Move } from "./playhead";

/** Controls that use these keys themselves. */
const KEYBOARD_CONTROLS = "input:not([type=range]), select, textarea, dialog";

/** Listen on the whole page, so that the bar needs no focus. */
export function useReplayKeys(move: (move: Move) => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest(KEYBOARD_CONTROLS)) return;
      if (event.key === " " && target?.closest("button, a, summary")) return;
      const keyMove = moveForKey(event.key, event.shiftKey);
      if (!keyMove) return;
      event.preventDefault();
      move(keyMove);
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [move]);
}
