import { useState } from "react";
import { Link, useLocation } from "wouter";
import type { DuelCard, DuelPieces, PresetDeck } from "../contract/duel_pieces";
import { cardsById, kinName } from "../duel/card_names";
import { KinMark } from "../duel/kin";
import { Button, Panel } from "../look/controls";
import { useWords } from "../words/lexicon";
import { deckAt, shelf } from "./addresses";
import { CardDialog } from "./card_dialog";
import { CardGrid } from "./card_grid";
import { DeckPanel } from "./deck_panel";
import styles from "./decks.module.css";
import { startedFrom } from "./starting";
import { decksWords } from "./words";

const NONE_FAULTY: ReadonlySet<string> = new Set();

/** One of the nine decks, to look at and to start from. */
export function PresetView({ preset, pieces }: { preset: PresetDeck; pieces: DuelPieces }) {
  const t = useWords(decksWords);
  const [, go] = useLocation();
  const [shown, setShown] = useState<DuelCard | null>(null);
  const known = cardsById(pieces);
  const { deck, people } = preset;
  const ids = [deck.leader, deck.inquisitor, ...deck.cards];
  const cards = ids.flatMap((id) => known.get(id ?? "") ?? []);
  const title = t("presetOf", { people: kinName(people) });
  return (
    <div className={styles.editor} data-side="both">
      <section className={styles.browserSide} aria-label={t("cards")}>
        <CardGrid cards={cards} deck={deck} faulty={NONE_FAULTY} texts onShow={setShown} label={title} />
      </section>
      <Panel className={styles.deckSide}>
        <Link href={shelf} className={styles.back}>
          ← {t("back")}
        </Link>
        <h1 className={styles.presetTitle}>
          <KinMark kin={people} size={36} />
          {title}
        </h1>
        <p className={styles.hint}>{t("readOnly")}</p>
        <div className={styles.actions}>
          <Button
            tone="primary"
            onClick={() => go(deckAt(startedFrom(preset, t("copyOf", { deck: kinName(people) }))))}
          >
            {t("startFrom")}
          </Button>
        </div>
        <DeckPanel deck={deck} pieces={pieces} faulty={NONE_FAULTY} onShow={setShown} />
      </Panel>
      {shown && <CardDialog card={shown} deck={deck} onClose={() => setShown(null)} />}
    </div>
  );
}
