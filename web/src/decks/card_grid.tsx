import { memo, type KeyboardEvent } from "react";
import type { DeckList, DuelCard } from "../contract/duel_pieces";
import { CardFace } from "../duel/card_face";
import { useCardName, useCardSummary } from "../duel/card_names";
import { cardWords } from "../duel/words";
import { useWords } from "../words/lexicon";
import styles from "./decks.module.css";
import { holds } from "./deck";
import { useRoving } from "./use_roving";
import { decksWords } from "./words";

/** Cards side by side. A press adds or removes one; without `onToggle` it shows it. */
export function CardGrid({
  cards,
  deck,
  faulty,
  texts,
  onToggle,
  onShow,
  label,
}: {
  cards: readonly DuelCard[];
  deck: DeckList;
  faulty: ReadonlySet<string>;
  texts: boolean;
  onToggle?: (card: DuelCard) => void;
  onShow: (card: DuelCard) => void;
  label: string;
}) {
  const { container, reachable, onKeyDown, reach } = useRoving<HTMLUListElement>(cards.length);
  return (
    // The list only passes keys on to the buttons in it.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul ref={container} className={styles.grid} data-texts={texts} aria-label={label} onKeyDown={onKeyDown}>
      {cards.map((card, index) => (
        <CardTile
          key={card.id}
          card={card}
          index={index}
          texts={texts}
          chosen={onToggle !== undefined && holds(deck, card)}
          faulty={faulty.has(card.id)}
          reachable={index === reachable}
          reach={reach}
          onToggle={onToggle}
          onShow={onShow}
        />
      ))}
    </ul>
  );
}

interface TileProps {
  card: DuelCard;
  index: number;
  texts: boolean;
  chosen: boolean;
  faulty: boolean;
  reachable: boolean;
  reach: (index: number) => void;
  onToggle?: (card: DuelCard) => void;
  onShow: (card: DuelCard) => void;
}

/** Remembered as it was drawn: there may be three hundred, and a click changes one. */
const CardTile = memo(function CardTile({
  card,
  index,
  texts,
  chosen,
  faulty,
  reachable,
  reach,
  onToggle,
  onShow,
}: TileProps) {
  const t = useWords(decksWords);
  const moons = useWords(cardWords);
  const name = useCardName()(card);
  const summary = useCardSummary()(card);
  // What is only partly known stays out; what came in with an imported deck can be taken out again.
  const barred = onToggle !== undefined && !card.known && !chosen;
  const marks = [chosen && t("inDeck"), faulty && t("faulty"), barred && t("notAvailable")].filter(Boolean);
  const said = [
    summary,
    card.moons !== null && moons("moonsOf", { moons: card.moons }),
    texts && card.text,
    ...marks,
  ];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== "i" || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onShow(card);
  };
  return (
    <li className={styles.tile} data-chosen={chosen} data-faulty={faulty} data-barred={barred}>
      <button
        type="button"
        data-stop
        tabIndex={reachable ? 0 : -1}
        className={styles.face}
        aria-pressed={onToggle && !barred ? chosen : undefined}
        aria-disabled={barred || undefined}
        onFocus={() => reach(index)}
        onKeyDown={onKeyDown}
        onClick={() => (onToggle ? !barred && onToggle(card) : onShow(card))}
      >
        <span className="unseen">{said.filter(Boolean).join(", ")}</span>
        <CardFace card={card} size={texts ? "medium" : "small"} silent />
      </button>
      {onToggle && (
        <span className={styles.below}>
          <span className={styles.mark} aria-hidden="true">
            {chosen && !faulty && <Tick />}
            {marks.at(-1)}
          </span>
          <button
            type="button"
            tabIndex={-1}
            className={styles.look}
            aria-label={t("show", { card: name })}
            onClick={() => onShow(card)}
          >
            <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
              <path
                d="M10 3a7 7 0 1 0 4.3 12.5l5.1 5 1.7-1.6-5.1-5.1A7 7 0 0 0 10 3zm0 2.3a4.7 4.7 0 1 1 0 9.4 4.7 4.7 0 0 1 0-9.4z"
                fill="currentColor"
              />
            </svg>
          </button>
        </span>
      )}
    </li>
  );
});

function Tick() {
  return (
    <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
      <path d="M2 8.5 6 12.5 14 3.5" fill="none" stroke="currentColor" strokeWidth="2.5" />
    </svg>
  );
}
