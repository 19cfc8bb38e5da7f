import { useEffect, useRef, type ReactNode } from "react";
import styles from "./row.module.css";

/** A row of cards under a heading. It is one tab stop; arrow keys move between cards. */
export function Row({
  label,
  heading,
  children,
  className,
  place,
  empty = false,
}: {
  /** Label for screen readers. */
  label: string;
  heading?: ReactNode;
  children: ReactNode;
  className?: string;
  /** Anchor of card animations. */
  place?: string;
  empty?: boolean;
}) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const cards = cardsIn(row.current);
    const stop =
      cards.find((card) => card === document.activeElement) ??
      cards.find((card) => card.dataset.lit === "true") ??
      cards[0];
    for (const card of cards) card.tabIndex = card === stop ? 0 : -1;
  });
  const move = (event: React.KeyboardEvent) => {
    const cards = cardsIn(row.current);
    const at = cards.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: cards.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    const next = cards[Math.max(0, Math.min(to, cards.length - 1))];
    for (const card of cards) card.tabIndex = card === next ? 0 : -1;
    next?.focus();
  };
  return (
    <div className={[styles.zone, className].filter(Boolean).join(" ")} data-empty={empty}>
      {heading && (
        <span className={styles.heading} aria-hidden="true">
          {heading}
        </span>
      )}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the cards in it have the focus */}
      <div
        ref={row}
        className={styles.row}
        role="group"
        aria-label={label}
        data-place={place}
        onKeyDown={move}
      >
        {children}
      </div>
    </div>
  );
}

const cardsIn = (row: HTMLElement | null) => [...(row?.querySelectorAll<HTMLElement>("[data-card]") ?? [])];
