import { Button } from "../look/controls";
import { CardFace } from "./card";
import { useSpeech } from "./speech";
import type { Card, CardPiece } from "./wire";
import styles from "./panel.module.css";

/** Which cards go before the draw: nothing is sent until all are chosen. */
export function SwapPanel({
  marked,
  most,
  draws,
  cards,
  sending,
  onSwap,
}: {
  marked: readonly Card[];
  most: number;
  /** What is drawn without swapping; null when it is not known. */
  draws: number | null;
  cards: ReadonlyMap<Card, CardPiece>;
  sending: boolean;
  onSwap: () => void;
}) {
  const speech = useSpeech();
  const { t } = speech;
  return (
    <div className={styles.tilePanel}>
      <h2>{t("swapTitle")}</h2>
      <p className={styles.hint}>{t("swapHint", { n: most })}</p>
      {marked.length > 0 && (
        <p className={styles.marked} aria-label={speech.cards(marked)} role="img">
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
