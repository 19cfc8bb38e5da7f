import { useState } from "react";
import { Link, useLocation } from "wouter";
import type { DuelCard, DuelPieces, PresetDeck } from "../../contract/duel";
import { cardsById, kinName } from "../card_names";
import { KinMark } from "../kin";
import { Button, Panel } from "../../ui/controls";
import { Glyph } from "../../ui/icon";
import { useTranslate } from "../../words/messages";
import { deckPath, overviewPath } from "./paths";
import { CardDialog } from "./card_dialog";
import { CardGrid } from "./card_grid";
import { DeckPanel } from "./deck_panel";
import styles from "./decks.module.css";
import { createFromPreset } from "./new_deck";
import { decksWords } from "./words";

const NO_PROBLEMS: ReadonlySet<string> = new Set();

/** A preset deck, to view or to copy. */
export function PresetView({ preset, pieces }: { preset: PresetDeck; pieces: DuelPieces }) {
  const t = useTranslate(decksWords);
  const [, navigate] = useLocation();
  const [shown, setShown] = useState<DuelCard | null>(null);
  const cardIndex = cardsById(pieces);
  const { deck, people } = preset;
  const ids = [deck.leader, deck.inquisitor, ...deck.cards];
  const cards = ids.flatMap((id) => cardIndex.get(id ?? "") ?? []);
  const title = t("presetOf", { people: kinName(people) });
  return (
    <div className={styles.editor} data-side="both">
      <title>{`${title} · Blue Moon`}</title>
      <section className={styles.browserSide} aria-label={t("cards")}>
        <CardGrid
          cards={cards}
          deck={deck}
          problemIds={NO_PROBLEMS}
          showTexts
          onShow={setShown}
          label={title}
        />
      </section>
      <Panel className={styles.deckSide}>
        <Link href={overviewPath} className={styles.back}>
          <Glyph name="back" /> {t("back")}
        </Link>
        <h1 className={styles.presetTitle}>
          <KinMark kin={people} size={36} />
          {title}
        </h1>
        <p className={styles.hint}>{t("readOnly")}</p>
        <div className={styles.actions}>
          <Button
            tone="primary"
            onClick={() =>
              navigate(deckPath(createFromPreset(preset, t("copyOf", { deck: kinName(people) }))))
            }
          >
            {t("copyAndEdit")}
          </Button>
        </div>
        <DeckPanel deck={deck} pieces={pieces} problemIds={NO_PROBLEMS} onShow={setShown} />
      </Panel>
      {shown && <CardDialog card={shown} deck={deck} onClose={() => setShown(null)} />}
    </div>
  );
}
