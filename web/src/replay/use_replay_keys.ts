import { useEffect } from "react";
import { moveOfKey, type Move } from "./playhead";

/** Fields that use keys themselves, and buttons, which space presses. */
const OWN_KEYS = "input:not([type=range]), select, textarea, dialog";

/** The whole page listens: whoever looks at the board need not find the bar first. */
export function useReplayKeys(move: (move: Move) => void): void {
  useEffect(() => {
    const heard = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest(OWN_KEYS)) return;
      if (event.key === " " && target?.closest("button, a, summary")) return;
      const meant = moveOfKey(event.key, event.shiftKey);
      if (!meant) return;
      event.preventDefault();
      move(meant);
    };
    addEventListener("keydown", heard);
    return () => removeEventListener("keydown", heard);
  }, [move]);
}
