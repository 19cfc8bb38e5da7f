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
import { Dialog } from "../ui/controls";
import { coreWords } from "../words/core";
import { useTranslate } from "../words/messages";
import styles from "./preview.module.css";

/** Content shown in a tooltip or sheet. */
export interface Preview {
  key: string;
  title: string;
  content: () => ReactNode;
}

interface PreviewControls {
  /** Key of the preview shown as a tooltip. */
  tooltip: string | null;
  id: string;
  showTooltip: (preview: Preview, anchor: HTMLElement) => void;
  hideTooltip: (key: string) => void;
  /** Opens a sheet that stays open, for touch. */
  openSheet: (preview: Preview) => void;
}

const PreviewContext = createContext<PreviewControls | null>(null);
const GAP = 10;
const LONG_PRESS_MS = 450;
const HOVER_MS = 220;

/** Shows one preview at a time: as a tooltip for mouse and keyboard, as a sheet for touch. */
export function PreviewProvider({ children }: { children: ReactNode }) {
  const t = useTranslate(coreWords);
  const id = useId();
  const [tooltip, setTooltip] = useState<{ preview: Preview; anchor: HTMLElement } | null>(null);
  const [sheet, setSheet] = useState<Preview | null>(null);
  const hideTooltip = useCallback(
    (key: string) => setTooltip((now) => (now?.preview.key === key ? null : now)),
    [],
  );
  const controls = useMemo<PreviewControls>(
    () => ({
      tooltip: tooltip?.preview.key ?? null,
      id,
      showTooltip: (preview, anchor) => setTooltip({ preview, anchor }),
      hideTooltip,
      openSheet: (preview) => {
        setTooltip(null);
        setSheet(preview);
      },
    }),
    [tooltip, id, hideTooltip],
  );
  return (
    <PreviewContext value={controls}>
      {children}
      {tooltip && (
        <Tooltip id={id} anchor={tooltip.anchor}>
          {tooltip.preview.content()}
        </Tooltip>
      )}
      {sheet && (
        <Dialog title={sheet.title} closeLabel={t("close")} onClose={() => setSheet(null)}>
          <div className={styles.sheet}>{sheet.content()}</div>
        </Dialog>
      )}
    </PreviewContext>
  );
}

/** From this width on the tooltip may cover the column beside the table. */
const WIDE_PX = 1000;

/**
 * Place the tooltip inside the window, covering as little as possible: beside the table, or above or below
 * its anchor.
 */
function positionFor(at: DOMRect, width: number, height: number): { left: number; top: number } {
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

function Tooltip({ id, anchor, children }: { id: string; anchor: HTMLElement; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const shown = box.current;
    if (!shown) return;
    const { width, height } = shown.getBoundingClientRect();
    const { left, top } = positionFor(anchor.getBoundingClientRect(), width, height);
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

/** Return the handlers that open a preview. Null: there is nothing to preview. */
export function usePreview(preview: Preview | null) {
  const controls = use(PreviewContext);
  const hover = useRef<ReturnType<typeof setTimeout>>(undefined);
  const press = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wasLongPress = useRef(false);
  const key = preview?.key;
  const hideTooltip = controls?.hideTooltip;
  useEffect(
    () => () => {
      clearTimeout(hover.current);
      clearTimeout(press.current);
      if (key !== undefined) hideTooltip?.(key);
    },
    [key, hideTooltip],
  );
  if (!controls || !preview) return { open: () => {}, props: {} };
  const showTooltip = (anchor: HTMLElement) => controls.showTooltip(preview, anchor);
  const onLeave = () => {
    clearTimeout(hover.current);
    clearTimeout(press.current);
    controls.hideTooltip(preview.key);
  };
  return {
    open: () => controls.openSheet(preview),
    props: {
      "aria-describedby": controls.tooltip === preview.key ? controls.id : undefined,
      onPointerEnter: (event: React.PointerEvent<HTMLElement>) => {
        if (event.pointerType !== "mouse") return;
        const anchor = event.currentTarget;
        hover.current = setTimeout(() => showTooltip(anchor), HOVER_MS);
      },
      onPointerLeave: onLeave,
      onPointerDown: (event: React.PointerEvent<HTMLElement>) => {
        wasLongPress.current = false;
        if (event.pointerType === "mouse") return;
        press.current = setTimeout(() => {
          wasLongPress.current = true;
          controls.openSheet(preview);
        }, LONG_PRESS_MS);
      },
      onPointerUp: () => clearTimeout(press.current),
      onPointerCancel: () => clearTimeout(press.current),
      /** Swallows the click that ends a long press. */
      onClickCapture: (event: React.MouseEvent<HTMLElement>) => {
        if (!wasLongPress.current) return;
        wasLongPress.current = false;
        event.stopPropagation();
        event.preventDefault();
      },
      onContextMenu: (event: React.MouseEvent<HTMLElement>) => {
        if (wasLongPress.current) event.preventDefault();
      },
      onFocus: (event: React.FocusEvent<HTMLElement>) => {
        if (event.currentTarget.matches(":focus-visible")) showTooltip(event.currentTarget);
      },
      onBlur: onLeave,
    },
  };
}
