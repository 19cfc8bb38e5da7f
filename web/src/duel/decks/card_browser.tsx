import { useDeferredValue, useId, useMemo, useState } from "react";
import type { DuelDeckList, DuelCard, DuelPieces } from "../../contract/duel";
import { kinName, useCardName } from "../card_names";
import { cardWords } from "../words";
import { Checkbox } from "../../ui/controls";
import { useLanguage } from "../../words/language";
import { useTranslate } from "../../words/messages";
import { searchCards, NO_FILTER } from "./card_search";
import { CardGrid } from "./card_grid";
import styles from "./decks.module.css";
import { Filters } from "./filters";
import { decksWords } from "./words";

/** All cards, with filters. */
export function CardBrowser({
  pieces,
  deck,
  people,
  problemIds,
  onToggle,
  onShow,
}: {
  pieces: DuelPieces;
  deck: DuelDeckList;
  people: DuelCard["people"] | null;
  problemIds: ReadonlySet<string>;
  onToggle: (card: DuelCard) => void;
  onShow: (card: DuelCard) => void;
}) {
  const t = useTranslate(decksWords);
  const cardT = useTranslate(cardWords);
  const language = useLanguage();
  const nameOf = useCardName();
  const hint = useId();
  const [filter, setFilter] = useState(NO_FILTER);
  const [showTexts, setShowTexts] = useState(true);
  // Keeps typing responsive while three hundred cards render.
  const deferredFilter = useDeferredValue(filter);
  const cards = useMemo(() => {
    const wordsOf = (card: DuelCard) =>
      [card.name, card.name_de, kinName(card.people), cardT(card.type), card.text].join(" ");
    return searchCards(pieces.cards, deferredFilter, { language, nameOf, wordsOf }, people);
    // `nameOf` and `cardT` change only with the language.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [pieces, deferredFilter, language, people]);
  return (
    <div className={styles.browser}>
      <Filters pieces={pieces} filter={filter} change={setFilter} />
      <div className={styles.results}>
        <p role="status">{cards.length ? t("foundCount", { n: cards.length }) : t("foundNone")}</p>
        <p id={hint} className={styles.keysHint}>
          {t("gridHint")}
        </p>
        <Checkbox
          label={t("texts")}
          checked={showTexts}
          onChange={(event) => setShowTexts(event.target.checked)}
        />
      </div>
      <CardGrid
        cards={cards}
        deck={deck}
        problemIds={problemIds}
        showTexts={showTexts}
        onToggle={onToggle}
        onShow={onShow}
        label={t("browse")}
      />
    </div>
  );
}
