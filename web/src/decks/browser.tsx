import { useDeferredValue, useId, useMemo, useState } from "react";
import type { DeckList, DuelCard, DuelPieces } from "../contract/duel_pieces";
import { kinName, useCardName } from "../duel/card_names";
import { cardWords } from "../duel/words";
import { Tick } from "../look/controls";
import { useLanguage } from "../words/language";
import { useWords } from "../words/lexicon";
import { found, NO_WISHES } from "./browsing";
import { CardGrid } from "./card_grid";
import styles from "./decks.module.css";
import { Filters } from "./filters";
import { decksWords } from "./words";

/** All cards to choose from, with filters. */
export function Browser({
  pieces,
  deck,
  people,
  faulty,
  onToggle,
  onShow,
}: {
  pieces: DuelPieces;
  deck: DeckList;
  people: DuelCard["people"] | null;
  faulty: ReadonlySet<string>;
  onToggle: (card: DuelCard) => void;
  onShow: (card: DuelCard) => void;
}) {
  const t = useWords(decksWords);
  const cardT = useWords(cardWords);
  const language = useLanguage();
  const nameOf = useCardName();
  const hint = useId();
  const [wishes, setWishes] = useState(NO_WISHES);
  const [texts, setTexts] = useState(true);
  // Typing goes before drawing three hundred cards.
  const wished = useDeferredValue(wishes);
  const cards = useMemo(() => {
    const wordsOf = (card: DuelCard) =>
      [card.name, card.name_de, kinName(card.people), cardT(card.type), card.text].join(" ");
    return found(pieces.cards, wished, { language, nameOf, wordsOf }, people);
    // The words of a language are the same as long as the language is.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [pieces, wished, language, people]);
  return (
    <div className={styles.browser}>
      <Filters pieces={pieces} wishes={wishes} change={setWishes} />
      <div className={styles.found}>
        <p role="status">{cards.length ? t("foundCount", { n: cards.length }) : t("foundNone")}</p>
        <p id={hint} className={styles.keysHint}>
          {t("gridHint")}
        </p>
        <Tick label={t("texts")} checked={texts} onChange={(event) => setTexts(event.target.checked)} />
      </div>
      <CardGrid
        cards={cards}
        deck={deck}
        faulty={faulty}
        texts={texts}
        onToggle={onToggle}
        onShow={onShow}
        label={t("browse")}
      />
    </div>
  );
}
