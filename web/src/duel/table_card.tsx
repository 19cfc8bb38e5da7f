import { useTranslate } from "../words/messages";
import { refOf, type Ref } from "./choices";
import { CardBack, CardFace, type CardSize } from "./card_face";
import { useCardPreview } from "./card_detail";
import { usePreview } from "./preview";
import { lineOf, standingOf, useCardSelection, useScene } from "./scene";
import { ElementSign } from "./signs";
import styles from "./table_card.module.css";
import { tableWords } from "./words";

/** A card on the table or in a hand: a button with a preview and its selection state. */
export function TableCard({
  seat,
  id,
  size = "small",
  covered = false,
  pending = false,
  note,
}: {
  seat: number;
  id: string;
  size?: Exclude<CardSize, "large">;
  covered?: boolean;
  /** Put down, but not active yet. */
  pending?: boolean;
  /** Additional description. */
  note?: string;
}) {
  const { cardOf, figures, play } = useScene();
  const card = cardOf(id);
  const ref = refOf(seat, id);
  const preview = useCardPreview(card, seat, `card ${ref}`, note);
  const line = covered ? undefined : lineOf(figures, seat, id);
  const standing = standingOf(figures, seat, id);
  const { element } = play;
  const counts = element ? line?.[element] : undefined;
  const printed = element ? line?.[`printed_${element}`] : undefined;
  return (
    <CardButton reference={ref} preview={preview} data-covered={covered} data-pending={pending}>
      {card ? <CardFace card={card} size={size} /> : <CardBack size={size} label={id} />}
      {note && <span className="visually-hidden">{note}</span>}
      {standing?.ignored && <Struck />}
      {element && counts !== undefined && counts !== printed && (
        <span className={styles.counts} data-element={element} aria-hidden="true">
          <ElementSign element={element} />
          {counts}
        </span>
      )}
    </CardButton>
  );
}

/** A bluff: face up for its owner, face down for others. */
export function BluffCard({
  seat,
  handle,
  card: cardId,
}: {
  seat: number;
  handle: string;
  card: string | null;
}) {
  const t = useTranslate(tableWords);
  const { cardOf, nameOf, pieces } = useScene();
  const ref = refOf(seat, handle);
  const card = cardId ? cardOf(cardId) : undefined;
  const values = { fire: pieces.bluff_fire, earth: pieces.bluff_earth };
  const preview = useCardPreview(card, seat, `card ${ref}`, t("bluffOf", values));
  return (
    <CardButton reference={ref} preview={preview}>
      <CardBack label={cardId ? t("ownBluff", { card: nameOf(cardId) }) : t("bluffOf", values)} />
      {cardId && (
        <span className={styles.peek} aria-hidden="true">
          {nameOf(cardId)}
        </span>
      )}
      <span className={styles.bluffValues} aria-hidden="true">
        <span data-element="fire">
          <ElementSign element="fire" />
          {values.fire}
        </span>
        <span data-element="earth">
          <ElementSign element="earth" />
          {values.earth}
        </span>
      </span>
    </CardButton>
  );
}

export function CardButton({
  reference,
  preview,
  children,
  ...rest
}: {
  reference: Ref;
  preview: ReturnType<typeof useCardPreview>;
  children: React.ReactNode;
} & React.ComponentProps<"button">) {
  const { lit, isTicking, picked, ticked, onCardClick } = useCardSelection();
  const previewHandlers = usePreview(preview);
  const isTicked = ticked.has(reference);
  const isLit = lit.has(reference);
  return (
    <button
      {...rest}
      {...previewHandlers.props}
      type="button"
      className={styles.button}
      data-card={reference}
      data-lit={isLit}
      data-picked={picked === reference}
      data-ticked={isTicked}
      aria-pressed={isLit ? (isTicking ? isTicked : picked === reference) : undefined}
      onClick={() => onCardClick(reference)}
    >
      {children}
      {isTicked && (
        <svg className={styles.tick} viewBox="0 0 24 24" aria-hidden="true">
          <circle cx="12" cy="12" r="11" />
          <path d="m6 12.5 4 4 8-9" />
        </svg>
      )}
    </button>
  );
}

function Struck() {
  return (
    <svg className={styles.struck} viewBox="0 0 100 132" preserveAspectRatio="none" aria-hidden="true">
      <path d="M4 4 96 128M96 4 4 128" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
