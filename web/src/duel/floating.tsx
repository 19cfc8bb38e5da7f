import {
  createContext,
  use,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from "react";
import { Dialog } from "../look/controls";
import { coreWords } from "../words/core";
import { useWords } from "../words/lexicon";
import styles from "./floating.module.css";

/** What can be looked at more closely. */
export interface Closer {
  key: string;
  title: string;
  content: () => ReactNode;
}

interface Look {
  /** What floats beside its place now. */
  floating: string | null;
  id: string;
  float: (closer: Closer, place: HTMLElement) => void;
  drop: (key: string) => void;
  /** As a sheet that stays, for fingers. */
  open: (closer: Closer) => void;
}

const LookContext = createContext<Look | null>(null);
const GAP = 10;
const LONG_PRESS_MS = 450;
const HOVER_MS = 220;

/** Around a table: shows one thing closer, floating beside it for mouse and keys, as a sheet for fingers. */
export function CloserLook({ children }: { children: ReactNode }) {
  const t = useWords(coreWords);
  const id = useId();
  const [floating, setFloating] = useState<{ closer: Closer; place: HTMLElement } | null>(null);
  const [sheet, setSheet] = useState<Closer | null>(null);
  const drop = useCallback((key: string) => setFloating((now) => (now?.closer.key === key ? null : now)), []);
  const look = useMemo<Look>(
    () => ({
      floating: floating?.closer.key ?? null,
      id,
      float: (closer, place) => setFloating({ closer, place }),
      drop,
      open: (closer) => {
        setFloating(null);
        setSheet(closer);
      },
    }),
    [floating, id, drop],
  );
  return (
    <LookContext value={look}>
      {children}
      {floating && (
        <Beside id={id} place={floating.place}>
          {floating.closer.content()}
        </Beside>
      )}
      {sheet && (
        <Dialog title={sheet.title} closeLabel={t("close")} onClose={() => setSheet(null)}>
          <div className={styles.sheet}>{sheet.content()}</div>
        </Dialog>
      )}
    </LookContext>
  );
}

/** From this width on there is a column beside the table that may be covered. */
const WIDE_PX = 1000;

/** Where it hides as little as possible: beside the table, or above or below its place, never outside the window. */
function placeFor(at: DOMRect, width: number, height: number): { left: number; top: number } {
  const clamp = (value: number, size: number, room: number) =>
    Math.max(GAP, Math.min(value, room - size - GAP));
  if (innerWidth >= WIDE_PX) {
    const right = innerWidth - width - 2 * GAP;
    const left = at.right + GAP > right ? at.left - width - GAP : right;
    return { left, top: clamp(at.top + at.height / 2 - height / 2, height, innerHeight) };
  }
  const above = at.top - height - GAP;
  return {
    left: clamp(at.left + at.width / 2 - width / 2, width, innerWidth),
    top: clamp(above >= GAP ? above : at.bottom + GAP, height, innerHeight),
  };
}

function Beside({ id, place, children }: { id: string; place: HTMLElement; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const shown = box.current;
    if (!shown) return;
    const { width, height } = shown.getBoundingClientRect();
    const { left, top } = placeFor(place.getBoundingClientRect(), width, height);
    shown.style.left = `${left}px`;
    shown.style.top = `${top}px`;
    shown.style.visibility = "visible";
  });
  return (
    <div ref={box} id={id} className={styles.floating} role="tooltip">
      {children}
    </div>
  );
}

/** The handlers that let a thing be looked at closer; null content: there is nothing more to see. */
export function useCloserLook(closer: Closer | null) {
  const look = use(LookContext);
  const hover = useRef<ReturnType<typeof setTimeout>>(undefined);
  const press = useRef<ReturnType<typeof setTimeout>>(undefined);
  const opened = useRef(false);
  const key = closer?.key;
  const drop = look?.drop;
  useEffect(
    () => () => {
      clearTimeout(hover.current);
      clearTimeout(press.current);
      if (key !== undefined) drop?.(key);
    },
    [key, drop],
  );
  if (!look || !closer) return { open: () => {}, props: {} };
  const float = (place: HTMLElement) => look.float(closer, place);
  const leave = () => {
    clearTimeout(hover.current);
    clearTimeout(press.current);
    look.drop(closer.key);
  };
  return {
    open: () => look.open(closer),
    props: {
      "aria-describedby": look.floating === closer.key ? look.id : undefined,
      onPointerEnter: (event: React.PointerEvent<HTMLElement>) => {
        if (event.pointerType !== "mouse") return;
        const place = event.currentTarget;
        hover.current = setTimeout(() => float(place), HOVER_MS);
      },
      onPointerLeave: leave,
      onPointerDown: (event: React.PointerEvent<HTMLElement>) => {
        opened.current = false;
        if (event.pointerType === "mouse") return;
        press.current = setTimeout(() => {
          opened.current = true;
          look.open(closer);
        }, LONG_PRESS_MS);
      },
      onPointerUp: () => clearTimeout(press.current),
      onPointerCancel: () => clearTimeout(press.current),
      /** The click that ends a long press is none. */
      onClickCapture: (event: React.MouseEvent<HTMLElement>) => {
        if (!opened.current) return;
        opened.current = false;
        event.stopPropagation();
        event.preventDefault();
      },
      onContextMenu: (event: React.MouseEvent<HTMLElement>) => {
        if (opened.current) event.preventDefault();
      },
      onFocus: (event: React.FocusEvent<HTMLElement>) => {
        if (event.currentTarget.matches(":focus-visible")) float(event.currentTarget);
      },
      onBlur: leave,
    },
  };
}
