import { useWords } from "../words/lexicon";
import { refOf, type Ref } from "./choices";
import { CardBack, CardFace, type CardSize } from "./card_face";
import { useCardCloser } from "./card_detail";
import { useCloserLook } from "./floating";
import { lineOf, standingOf, useHandling, useScene } from "./scene";
import { ElementSign } from "./signs";
import styles from "./table_card.module.css";
import { tableWords } from "./words";

/** A card on the table or in a hand: a button that shows it closer, and does with it what may be done. */
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
  /** Put down, and not working yet. */
  pending?: boolean;
  /** What else is to be said of it. */
  note?: string;
}) {
  const { cardOf, figures, play } = useScene();
  const card = cardOf(id);
  const ref = refOf(seat, id);
  const closer = useCardCloser(card, seat, `card ${ref}`, note);
  const line = covered ? undefined : lineOf(figures, seat, id);
  const standing = standingOf(figures, seat, id);
  const { element } = play;
  const counts = element ? line?.[element] : undefined;
  const printed = element ? line?.[`printed_${element}`] : undefined;
  return (
    <CardButton reference={ref} closer={closer} data-covered={covered} data-pending={pending}>
      {card ? <CardFace card={card} size={size} /> : <CardBack size={size} label={id} />}
      {note && <span className="unseen">{note}</span>}
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

/** A bluff: its owner sees what it is, everybody else its back. */
export function BluffCard({
  seat,
  handle,
  card: face,
}: {
  seat: number;
  handle: string;
  card: string | null;
}) {
  const t = useWords(tableWords);
  const { cardOf, nameOf, pieces } = useScene();
  const ref = refOf(seat, handle);
  const card = face ? cardOf(face) : undefined;
  const values = { fire: pieces.bluff_fire, earth: pieces.bluff_earth };
  const closer = useCardCloser(card, seat, `card ${ref}`, t("bluffOf", values));
  return (
    <CardButton reference={ref} closer={closer}>
      <CardBack label={face ? t("ownBluff", { card: nameOf(face) }) : t("bluffOf", values)} />
      {face && (
        <span className={styles.peek} aria-hidden="true">
          {nameOf(face)}
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
  closer,
  children,
  ...rest
}: {
  reference: Ref;
  closer: ReturnType<typeof useCardCloser>;
  children: React.ReactNode;
} & React.ComponentProps<"button">) {
  const { lit, ticking, picked, ticked, touch } = useHandling();
  const look = useCloserLook(closer);
  const isTicked = ticked.has(reference);
  const isLit = lit.has(reference);
  return (
    <button
      {...rest}
      {...look.props}
      type="button"
      className={styles.button}
      data-card={reference}
      data-lit={isLit}
      data-picked={picked === reference}
      data-ticked={isTicked}
      aria-pressed={isLit ? (ticking ? isTicked : picked === reference) : undefined}
      onClick={() => touch(reference)}
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
