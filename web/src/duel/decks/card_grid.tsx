import { memo, type KeyboardEvent } from "react";
import type { DuelDeckList, DuelCard } from "../../contract/duel";
import { CardFace } from "../card_face";
import { useCardName, useCardSummary } from "../card_names";
import { cardWords } from "../words";
import { useTranslate } from "../../words/messages";
import styles from "./decks.module.css";
import { contains } from "./deck";
import { useRovingFocus } from "./use_roving_focus";
import { decksWords } from "./words";

/** A grid of cards. A click adds or removes a card; without `onToggle` it opens the card. */
export function CardGrid({
  cards,
  deck,
  problemIds,
  showTexts,
  onToggle,
  onShow,
  label,
}: {
  cards: readonly DuelCard[];
  deck: DuelDeckList;
  problemIds: ReadonlySet<string>;
  showTexts: boolean;
  onToggle?: (card: DuelCard) => void;
  onShow: (card: DuelCard) => void;
  label: string;
}) {
  const { container, tabStop, onKeyDown, setTabStop } = useRovingFocus<HTMLUListElement>(cards.length);
  return (
    // The list only delegates keys to its buttons.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul
      ref={container}
      className={styles.grid}
      data-texts={showTexts}
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      {cards.map((card, index) => (
        <CardTile
          key={card.id}
          card={card}
          index={index}
          showTexts={showTexts}
          isChosen={onToggle !== undefined && contains(deck, card)}
          hasProblem={problemIds.has(card.id)}
          isTabStop={index === tabStop}
          setTabStop={setTabStop}
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
  showTexts: boolean;
  isChosen: boolean;
  hasProblem: boolean;
  isTabStop: boolean;
  setTabStop: (index: number) => void;
  onToggle?: (card: DuelCard) => void;
  onShow: (card: DuelCard) => void;
}

/** Memoized: there are up to three hundred tiles and a click changes one. */
const CardTile = memo(function CardTile({
  card,
  index,
  showTexts,
  isChosen,
  hasProblem,
  isTabStop,
  setTabStop,
  onToggle,
  onShow,
}: TileProps) {
  const t = useTranslate(decksWords);
  const cardT = useTranslate(cardWords);
  const name = useCardName()(card);
  const summary = useCardSummary()(card);
  // Partly known cards cannot be added, but can be removed from an imported deck.
  const isBarred = onToggle !== undefined && !card.known && !isChosen;
  const marks = [
    isChosen && t("inDeck"),
    hasProblem && t("notAllowed"),
    isBarred && t("notAvailable"),
  ].filter(Boolean);
  const parts = [
    summary,
    card.moons !== null && cardT("moonsOf", { moons: card.moons }),
    showTexts && card.text,
    ...marks,
  ];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== "i" || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onShow(card);
  };
  return (
    <li className={styles.tile} data-chosen={isChosen} data-problem={hasProblem} data-barred={isBarred}>
      <button
        type="button"
        data-stop
        tabIndex={isTabStop ? 0 : -1}
        className={styles.face}
        aria-pressed={onToggle && !isBarred ? isChosen : undefined}
        aria-disabled={isBarred || undefined}
        onFocus={() => setTabStop(index)}
        onKeyDown={onKeyDown}
        onClick={() => (onToggle ? !isBarred && onToggle(card) : onShow(card))}
      >
        <span className="visually-hidden">{parts.filter(Boolean).join(", ")}</span>
        <CardFace card={card} size={showTexts ? "medium" : "small"} silent />
      </button>
      {onToggle && (
        <span className={styles.below}>
          <span className={styles.mark} aria-hidden="true">
            {isChosen && !hasProblem && <Tick />}
            {marks.at(-1)}
          </span>
          <button
            type="button"
            tabIndex={-1}
            className={styles.details}
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
