import type { ComponentProps } from "react";
import { LETTER_OF, PeopleShape } from "../look/people";
import { powerOf, useSpeech } from "./speech";
import { PowerIcon } from "./symbols";
import type { CardPiece, CityPieces } from "./wire";
import styles from "./card.module.css";

/** The face of a card: people by colour, shape and letter, its value, and the sign of its power. */
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
  paying,
  fresh,
  ...rest
}: {
  piece: CardPiece;
  pieces: CityPieces;
  chosen: boolean;
  /** Can it do anything now? */
  useful: boolean;
  /** Is it part of the payment that is being made up? */
  paying: boolean;
  fresh: boolean;
} & ComponentProps<"button">) {
  const speech = useSpeech();
  const power = powerOf(speech, piece, pieces);
  const words = [
    speech.card(piece.id),
    speech.t(piece.colour),
    power,
    paying && speech.t("cardPays"),
    useful && speech.t("cardUseful"),
  ];
  return (
    <button
      {...rest}
      type="button"
      className={styles.cardButton}
      data-chosen={chosen}
      data-lit={useful}
      data-paying={paying}
      data-fresh={fresh}
      aria-pressed={chosen || paying}
      title={power ?? undefined}
    >
      <CardFace piece={piece} />
      <span className="unseen">{words.filter(Boolean).join(". ")}</span>
    </button>
  );
}
