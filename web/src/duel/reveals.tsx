import { useState } from "react";
import { Button } from "../look/controls";
import { coreWords } from "../words/core";
import { useWords } from "../words/lexicon";
import type { DuelCommit, DuelEvent } from "./news";
import styles from "./reveals.module.css";
import { Row } from "./row";
import { useScene } from "./scene";
import { TableCard } from "./table_card";

/** Cards that were shown and may be gone already. */
export interface Reveal {
  seq: number;
  /** Whose cards they are. */
  seat: number;
  cards: readonly string[];
  event: DuelEvent;
}

const KEPT = 3;

function revealsOf(commits: readonly DuelCommit[], viewer: number | null): Reveal[] {
  return commits.flatMap(({ seq, events }) =>
    events.flatMap((event): Reveal[] => {
      switch (event.type) {
        case "bluffs_called":
          return [{ seq, seat: 1 - event.seat, cards: event.cards, event }];
        case "bluffs_shown":
        case "cards_shown":
        case "hand_revealed":
          // One's own cards one knows.
          return event.seat === viewer ? [] : [{ seq, seat: event.seat, cards: event.cards, event }];
        case "card_found":
          return event.seat === viewer ? [] : [{ seq, seat: event.seat, cards: [event.card], event }];
        default:
          return [];
      }
    }),
  );
}

/** What was shown since the player last did something: a bot goes on faster than anybody reads. */
export function useReveals(
  seq: number,
  news: readonly DuelCommit[],
  viewer: number | null,
): { reveals: readonly Reveal[]; dismiss: () => void } {
  const [known, setKnown] = useState<{
    seq: number;
    news: readonly DuelCommit[];
    reveals: readonly Reveal[];
  }>({
    seq,
    news,
    reveals: [],
  });
  if (known.news !== news || known.seq > seq) {
    const before = known.seq > seq ? [] : known.reveals;
    const fresh = known.news === news ? [] : revealsOf(news, viewer);
    setKnown({ seq, news, reveals: [...before, ...fresh].slice(-KEPT) });
  }
  return {
    reveals: known.reveals.filter((reveal) => reveal.seq <= seq),
    dismiss: () => setKnown({ ...known, reveals: [] }),
  };
}

/** The cards that were shown, with what it was about. */
export function Reveals({
  reveals,
  tell,
  dismiss,
}: {
  reveals: readonly Reveal[];
  tell: (event: DuelEvent) => string | null;
  dismiss: () => void;
}) {
  const t = useWords(coreWords);
  const { nameOf } = useScene();
  if (reveals.length === 0) return null;
  return (
    <div className={styles.reveals} role="status">
      {reveals.map(({ seq, seat, cards, event }, index) => (
        <div key={`${seq} ${index}`} className={styles.reveal}>
          <p>{tell(event)}</p>
          <Row label={cards.map(nameOf).join(", ")}>
            {cards.map((card) => (
              <TableCard key={card} seat={seat} id={card} />
            ))}
          </Row>
        </div>
      ))}
      <Button tone="quiet" aria-label={t("dismiss")} onClick={dismiss}>
        <span aria-hidden="true">✕</span>
      </Button>
    </div>
  );
}
