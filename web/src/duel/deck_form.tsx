import type { DeckProps } from "../game_ui/game_ui";
import { useTranslate } from "../words/messages";
import { bringing, broughtDeck } from "./brought_deck";
import { DeckChoice } from "./deck_choice";
import styles from "./options_form.module.css";
import { optionsWords } from "./words";

/** The deck that a player brings to a seat, or none. */
export default function DeckForm({ deck, change }: DeckProps) {
  const t = useTranslate(optionsWords);
  return (
    <div className={styles.form}>
      <DeckChoice
        legend={t("ownDeck")}
        none={t("tableDeck")}
        deck={broughtDeck(deck)}
        choose={(chosen) => change(chosen === null ? null : bringing(chosen))}
      />
      <p className={styles.hint}>{t("bringDecksHint")}</p>
    </div>
  );
}
