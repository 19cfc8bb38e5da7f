import { Button } from "../ui/controls";
import { actionLabel } from "./action_label";
import { CardFace } from "./card";
import type { Legal } from "./legal";
import { describePower, useLabels } from "./labels";
import type { Action, CardPiece, CityFigures, CityPieces } from "./types";
import styles from "./panel.module.css";

/** Details of a card: value, power and legal uses. */
export function CardPanel({
  piece,
  pieces,
  figures,
  legal,
  sending,
  act,
  onBox,
}: {
  piece: CardPiece;
  pieces: CityPieces;
  figures: CityFigures | null;
  legal: Legal;
  sending: boolean;
  act: (action: Action) => void;
  onBox: (box: number) => void;
}) {
  const labels = useLabels();
  const { t } = labels;
  const uses = legal.usesOf(piece.id);
  const targets = legal.targets(piece.id).size;
  const boxes = legal.boxes(piece.id);
  return (
    <div className={styles.tilePanel}>
      <div className={styles.tileHead}>
        <CardFace piece={piece} />
        <div>
          <h2>{labels.card(piece.id)}</h2>
          <p className={styles.soft}>{t("cardWorth", { value: piece.value, colour: t(piece.colour) })}</p>
          <p>{describePower(labels, piece, pieces) ?? t("noPower")}</p>
        </div>
      </div>
      {targets > 0 && <p className={styles.hint}>{t("hintCardTarget", { n: targets })}</p>}
      {(boxes.length > 0 || uses.length > 0) && (
        <div className={styles.steps}>
          {boxes.map((box) => (
            <Button key={box} onClick={() => onBox(box)}>
              {t("payBoxWith", { n: box + 1, card: labels.card(piece.id) })}
            </Button>
          ))}
          {uses.map((use) => (
            <Button key={use.type} disabled={sending} onClick={() => act(use)}>
              {actionLabel(labels, use, figures, pieces)}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
