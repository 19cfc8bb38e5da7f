import type { ComponentProps } from "react";
import { LETTER_OF, PeopleShape } from "../ui/people";
import { describePower, useLabels } from "./labels";
import { PowerIcon } from "./symbols";
import type { CardPiece, CityPieces } from "./types";
import styles from "./card.module.css";

/** The front of a card: people by colour, shape and letter, value, and symbol of its power. */
export function CardFace({ piece, small = false }: { piece: CardPiece; small?: boolean }) {
  const [power] = piece.powers;
  return (
    <span className={small ? styles.smallCard : styles.card} data-colour={piece.colour} aria-hidden="true">
      <span className={styles.cardEdge}>
        <b>{piece.value}</b>
        <i>{LETTER_OF[piece.people]}</i>
        {!small && power && <PowerIcon power={power} />}
      </span>
      <svg viewBox="0 0 24 24" className={styles.cardShape}>
        <PeopleShape people={piece.people} fill="currentColor" />
      </svg>
    </span>
  );
}

export function CardButton({
  piece,
  pieces,
  chosen,
  useful,
  isPaying,
  isNew,
  ...rest
}: {
  piece: CardPiece;
  pieces: CityPieces;
  chosen: boolean;
  /** The card can be used now. */
  useful: boolean;
  /** The card is part of the selected payment. */
  isPaying: boolean;
  isNew: boolean;
} & ComponentProps<"button">) {
  const labels = useLabels();
  const power = describePower(labels, piece, pieces);
  const parts = [
    labels.card(piece.id),
    labels.t(piece.colour),
    power,
    isPaying && labels.t("cardPays"),
    useful && labels.t("cardUseful"),
  ];
  return (
    <button
      {...rest}
      type="button"
      className={styles.cardButton}
      data-chosen={chosen}
      data-lit={useful}
      data-paying={isPaying}
      data-fresh={isNew}
      aria-pressed={chosen || isPaying}
      title={power ?? undefined}
    >
      <CardFace piece={piece} />
      <span className="visually-hidden">{parts.filter(Boolean).join(". ")}</span>
    </button>
  );
}
