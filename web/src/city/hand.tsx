import { useRef, type KeyboardEvent } from "react";
import { PEOPLES } from "../look/people";
import { CardButton } from "./card";
import type { Choice } from "./choice";
import type { Legal } from "./legal";
import { useSpeech } from "./speech";
import type { Card, CardPiece, CityPieces } from "./wire";
import styles from "./card.module.css";

/** More cards than this lie closer together where a pointer can tell them apart. */
const MANY = 11;

/** A hand by peoples, each by value; equal cards lie together. */
export function sorted(hand: readonly Card[], cards: ReadonlyMap<Card, CardPiece>): CardPiece[][] {
  const pieces = hand.flatMap((card) => cards.get(card) ?? []);
  return PEOPLES.map((people) =>
    pieces.filter((piece) => piece.people === people).sort((a, b) => a.value - b.value),
  ).filter((group) => group.length > 0);
}

/** Takes from a list one by one: of equal cards only as many are marked as were meant. */
function taker(cards: readonly Card[]): (card: Card) => boolean {
  const left = [...cards];
  return (card) => {
    const at = left.indexOf(card);
    if (at < 0) return false;
    left.splice(at, 1);
    return true;
  };
}

function marked(choice: Choice): readonly Card[] {
  if (choice.of === "card") return [choice.card];
  if (choice.of === "box") return choice.wanted;
  return choice.of === "swap" ? choice.cards : [];
}

/** The own cards. Arrow keys go through them; the tab key passes them in one step. */
export function Hand({
  hand,
  aside,
  cards,
  pieces,
  choice,
  legal,
  fresh,
  onCard,
}: {
  hand: readonly Card[];
  /** Cards won this turn that come at its end. */
  aside: number;
  cards: ReadonlyMap<Card, CardPiece>;
  pieces: CityPieces;
  choice: Choice;
  legal: Legal;
  fresh: readonly Card[];
  onCard: (card: Card) => void;
}) {
  const { t } = useSpeech();
  const row = useRef<HTMLDivElement>(null);
  const paying = taker(choice.of === "box" ? choice.payment.cards : []);
  const chosen = taker(marked(choice));
  const arrived = taker(fresh);
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
  const groups = sorted(hand, cards);
  return (
    <section className={styles.hand} aria-label={t("yourHand", { n: hand.length })}>
      <div
        ref={row}
        className={styles.cards}
        data-many={hand.length > MANY}
        role="group"
        aria-label={t("handKeys")}
      >
        {groups.map((group, place) => (
          <div key={group[0]!.people} className={styles.people}>
            {group.map((piece, index) => (
              <CardButton
                key={`${piece.id}.${index}`}
                piece={piece}
                pieces={pieces}
                chosen={chosen(piece.id)}
                paying={paying(piece.id)}
                fresh={arrived(piece.id)}
                useful={legal.isUseful(piece.id)}
                tabIndex={place === 0 && index === 0 ? 0 : -1}
                onKeyDown={onKeyDown}
                onClick={() => onCard(piece.id)}
              />
            ))}
          </div>
        ))}
        {hand.length === 0 && <p className={styles.soft}>{t("handEmpty")}</p>}
        {aside > 0 && <p className={styles.soft}>{t("asideWaits", { n: aside })}</p>}
      </div>
    </section>
  );
}
