import { Button } from "../look/controls";
import { actionWords } from "./action_words";
import { CardFace } from "./card";
import type { Legal } from "./legal";
import { powerOf, useSpeech } from "./speech";
import type { Action, CardPiece, CityFigures, CityPieces } from "./wire";
import styles from "./panel.module.css";

/** A card from near: what it is worth, its power, and what it can do now. */
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
  const speech = useSpeech();
  const { t } = speech;
  const uses = legal.usesOf(piece.id);
  const targets = legal.targets(piece.id).size;
  const boxes = legal.boxes(piece.id);
  return (
    <div className={styles.tilePanel}>
      <div className={styles.tileHead}>
        <CardFace piece={piece} />
        <div>
          <h2>{speech.card(piece.id)}</h2>
          <p className={styles.soft}>{t("cardWorth", { value: piece.value, colour: t(piece.colour) })}</p>
          <p>{powerOf(speech, piece, pieces) ?? t("noPower")}</p>
        </div>
      </div>
      {targets > 0 && <p className={styles.hint}>{t("hintCardTarget", { n: targets })}</p>}
      {(boxes.length > 0 || uses.length > 0) && (
        <div className={styles.steps}>
          {boxes.map((box) => (
            <Button key={box} onClick={() => onBox(box)}>
              {t("payBoxWith", { n: box + 1, card: speech.card(piece.id) })}
            </Button>
          ))}
          {uses.map((use) => (
            <Button key={use.type} disabled={sending} onClick={() => act(use)}>
              {actionWords(speech, use, figures, pieces)}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
