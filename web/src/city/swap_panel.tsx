import { Button, Note } from "../ui/controls";
import { CardFace } from "./card";
import { useLabels } from "./labels";
import type { Card, CardPiece } from "./types";
import styles from "./panel.module.css";

/** Chooses cards to discard before the draw. Nothing is sent until it is confirmed. */
export function SwapPanel({
  marked,
  maxMarked,
  draws,
  cards,
  skips,
  sending,
  onSwap,
}: {
  marked: readonly Card[];
  maxMarked: number;
  /** Cards drawn without swapping; null if unknown. */
  draws: number | null;
  cards: ReadonlyMap<Card, CardPiece>;
  /** Phases of the turn that swapping skips. */
  skips: readonly string[];
  sending: boolean;
  onSwap: () => void;
}) {
  const labels = useLabels();
  const { t } = labels;
  return (
    <div className={styles.tilePanel}>
      <h2>{t("swapTitle")}</h2>
      <p className={styles.hint}>{t("swapHint", { n: maxMarked })}</p>
      {skips.length > 0 && (
        <Note kind="warn">{t(skips.includes("movement") ? "swapSkipsMove" : "swapSkipsBuild")}</Note>
      )}
      {marked.length > 0 && (
        <p className={styles.marked} aria-label={labels.cards(marked)} role="img">
          {marked.map((card, index) => {
            const piece = cards.get(card);
            return piece && <CardFace key={index} piece={piece} small />;
          })}
        </p>
      )}
      <div className={styles.steps}>
        <Button tone="primary" disabled={sending || marked.length === 0} onClick={onSwap}>
          {draws === null
            ? t("swapDo", { n: marked.length })
            : t("swapDoDraw", { n: marked.length, all: draws + marked.length })}
        </Button>
      </div>
    </div>
  );
}
