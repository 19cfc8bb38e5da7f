import { useState } from "react";
import { Button } from "../ui/controls";
import { Glyph } from "../ui/icon";
import { coreWords } from "../words/core";
import { useTranslate } from "../words/messages";
import type { DuelCommit, DuelEvent } from "./types";
import styles from "./reveals.module.css";
import { Row } from "./row";
import { useScene } from "./scene";
import { TableCard } from "./table_card";

/** Cards that were revealed and may be gone already. */
export interface Reveal {
  seq: number;
  /** Owner of the cards. */
  seat: number;
  cards: readonly string[];
  event: DuelEvent;
}

const REVEALS_MAX = 3;

function revealsOf(commits: readonly DuelCommit[], viewer: number | null): Reveal[] {
  return commits.flatMap(({ seq, events }) =>
    events.flatMap((event): Reveal[] => {
      switch (event.type) {
        case "bluffs_called":
          return [{ seq, seat: 1 - event.seat, cards: event.cards, event }];
        case "bluffs_shown":
        case "cards_shown":
        case "hand_revealed":
          // Players know their own cards.
          return event.seat === viewer ? [] : [{ seq, seat: event.seat, cards: event.cards, event }];
        case "card_found":
          return event.seat === viewer ? [] : [{ seq, seat: event.seat, cards: [event.card], event }];
        default:
          return [];
      }
    }),
  );
}

/** Reveals since the player's last action. Bots continue before anybody could read them. */
export function useReveals(
  seq: number,
  news: readonly DuelCommit[],
  viewer: number | null,
): { reveals: readonly Reveal[]; dismiss: () => void } {
  const [shown, setShown] = useState<{
    seq: number;
    news: readonly DuelCommit[];
    reveals: readonly Reveal[];
  }>({
    seq,
    news,
    reveals: [],
  });
  if (shown.news !== news || shown.seq > seq) {
    const before = shown.seq > seq ? [] : shown.reveals;
    const newReveals = shown.news === news ? [] : revealsOf(news, viewer);
    setShown({ seq, news, reveals: [...before, ...newReveals].slice(-REVEALS_MAX) });
  }
  return {
    reveals: shown.reveals.filter((reveal) => reveal.seq <= seq),
    dismiss: () => setShown({ ...shown, reveals: [] }),
  };
}

/** Revealed cards with the event that revealed them. */
export function Reveals({
  reveals,
  narrate,
  dismiss,
}: {
  reveals: readonly Reveal[];
  narrate: (event: DuelEvent) => string | null;
  dismiss: () => void;
}) {
  const t = useTranslate(coreWords);
  const { nameOf } = useScene();
  if (reveals.length === 0) return null;
  return (
    <div className={styles.reveals} role="status">
      {reveals.map(({ seq, seat, cards, event }, index) => (
        <div key={`${seq} ${index}`} className={styles.reveal}>
          <p>{narrate(event)}</p>
          <Row label={cards.map(nameOf).join(", ")}>
            {cards.map((card) => (
              <TableCard key={card} seat={seat} id={card} />
            ))}
          </Row>
        </div>
      ))}
      <Button tone="quiet" aria-label={t("dismiss")} onClick={dismiss}>
        <Glyph name="close" />
      </Button>
    </div>
  );
}
