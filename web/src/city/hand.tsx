import { useRef, type KeyboardEvent } from "react";
import { PEOPLES } from "../ui/people";
import { CardButton } from "./card";
import type { Selection } from "./selection";
import type { Legal } from "./legal";
import { useLabels } from "./labels";
import type { Card, CardPiece, CityPieces } from "./types";
import styles from "./card.module.css";

/** Above this number cards overlap, for precise pointers only. */
const CROWDED_CARDS = 11;

/** Group a hand by people and sort each group by value. */
export function groupByPeople(hand: readonly Card[], cards: ReadonlyMap<Card, CardPiece>): CardPiece[][] {
  const pieces = hand.flatMap((card) => cards.get(card) ?? []);
  return PEOPLES.map((people) =>
    pieces.filter((piece) => piece.people === people).sort((a, b) => a.value - b.value),
  ).filter((group) => group.length > 0);
}

/**
 * Return a function that marks each listed card once, so that only as many equal cards are marked as
 * listed.
 */
function createMarker(cards: readonly Card[]): (card: Card) => boolean {
  const remaining = [...cards];
  return (card) => {
    const index = remaining.indexOf(card);
    if (index < 0) return false;
    remaining.splice(index, 1);
    return true;
  };
}

function markedCards(selection: Selection): readonly Card[] {
  if (selection.type === "card") return [selection.card];
  if (selection.type === "box") return selection.requiredCards;
  return selection.type === "swap" ? selection.cards : [];
}

/** The player's own cards. Arrow keys move between them; Tab skips the group. */
export function Hand({
  hand,
  aside,
  cards,
  pieces,
  selection,
  legal,
  newCards,
  onCard,
}: {
  hand: readonly Card[];
  /** Cards won this turn that join the hand at its end. */
  aside: number;
  cards: ReadonlyMap<Card, CardPiece>;
  pieces: CityPieces;
  selection: Selection;
  legal: Legal;
  newCards: readonly Card[];
  onCard: (card: Card) => void;
}) {
  const { t } = useLabels();
  const row = useRef<HTMLDivElement>(null);
  const isPaying = createMarker(selection.type === "box" ? selection.payment.cards : []);
  const isChosen = createMarker(markedCards(selection));
  const isNew = createMarker(newCards);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const buttons = [...(row.current?.querySelectorAll("button") ?? [])];
    const next = buttons[buttons.indexOf(document.activeElement as HTMLButtonElement) + step];
    if (!next) return;
    event.preventDefault();
    for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
    next.focus();
  };
  const groups = groupByPeople(hand, cards);
  return (
    <section className={styles.hand} aria-label={t("yourHand", { n: hand.length })}>
      <div
        ref={row}
        className={styles.cards}
        data-many={hand.length > CROWDED_CARDS}
        role="group"
        aria-label={t("handKeys")}
      >
        {groups.map((group, groupIndex) => (
          <div key={group[0]!.people} className={styles.people}>
            {group.map((piece, index) => (
              <CardButton
                key={`${piece.id}.${index}`}
                piece={piece}
                pieces={pieces}
                chosen={isChosen(piece.id)}
                isPaying={isPaying(piece.id)}
                isNew={isNew(piece.id)}
                useful={legal.isUseful(piece.id)}
                tabIndex={groupIndex === 0 && index === 0 ? 0 : -1}
                onKeyDown={onKeyDown}
                onClick={() => onCard(piece.id)}
              />
            ))}
          </div>
        ))}
        {hand.length === 0 && <p className={styles.soft}>{t("handEmpty")}</p>}
        {aside > 0 && <p className={styles.soft}>{t("asideNote", { n: aside })}</p>}
      </div>
    </section>
  );
}
