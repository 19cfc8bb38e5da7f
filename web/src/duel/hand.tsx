import type { DuelCard } from "../contract/duel";
import { useTranslate } from "../words/messages";
import { CardBack } from "./card_face";
import styles from "./hand.module.css";
import { Row } from "./row";
import { useScene } from "./scene";
import { TableCard } from "./table_card";
import { tableWords } from "./words";

const ORDER: readonly DuelCard["type"][] = [
  "character",
  "booster",
  "support",
  "leadership",
  "ship",
  "hyla",
  "achievement",
  "intervention",
  "inquisitor",
  "leader",
];

/** The hand of the seat below, sorted by type. */
export function Hand() {
  const t = useTranslate(tableWords);
  const { play, below, isPlayer, cardOf, playerOf } = useScene();
  const side = play.sides[below]!;
  const label = isPlayer ? t("yourHand") : t("handOf", { player: playerOf(below) });
  if (typeof side.hand === "number") {
    return (
      <div className={styles.spectated}>
        <HiddenHand seat={below} />
      </div>
    );
  }
  const sorted = [...side.hand].sort((a, b) => rank(cardOf(a)) - rank(cardOf(b)) || a.localeCompare(b));
  return (
    <div className={styles.hand}>
      <Row label={label} place={`hand ${below}`}>
        {sorted.map((card) => (
          <TableCard
            key={card}
            seat={below}
            id={card}
            size="medium"
            note={side.revealed.includes(card) ? t("revealed") : undefined}
          />
        ))}
      </Row>
    </div>
  );
}

/** A hand hidden from this viewer: backs and revealed cards. */
export function HiddenHand({ seat }: { seat: number }) {
  const t = useTranslate(tableWords);
  const { play, playerOf } = useScene();
  const side = play.sides[seat]!;
  const open = typeof side.hand === "number" ? side.revealed : side.hand;
  const hidden = typeof side.hand === "number" ? side.hand - side.revealed.length : 0;
  return (
    <Row label={t("handOf", { player: playerOf(seat) })} className={styles.hidden}>
      {open.map((card) => (
        <TableCard key={card} seat={seat} id={card} note={t("revealed")} />
      ))}
      {Array.from({ length: hidden }, (_, index) => (
        <CardBack key={index} />
      ))}
    </Row>
  );
}

const rank = (card: DuelCard | undefined) =>
  card ? ORDER.indexOf(card.type) * 1000 + (card.number ?? 0) : ORDER.length * 1000;
