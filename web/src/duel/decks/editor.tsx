import { useState } from "react";
import { Link, useLocation } from "wouter";
import type { DuelCard, DuelPieces } from "../../contract/duel";
import { cardsById, useCardName } from "../card_names";
import { Button, buttonClass, Panel } from "../../ui/controls";
import { Glyph } from "../../ui/icon";
import { useTranslate } from "../../words/messages";
import { deckPath, playPath, overviewPath } from "./paths";
import { CardBrowser } from "./card_browser";
import { CardDialog } from "./card_dialog";
import { useDeckCheck } from "./deck_check";
import { contains, toggleCard, withoutCard, type Deck } from "./deck";
import { download } from "./deck_file";
import { DeckPanel } from "./deck_panel";
import { useStableCallback } from "../../ui/use_stable_callback";
import styles from "./decks.module.css";
import { problemCards } from "./problem_cards";
import { NameField } from "./name_field";
import { saveNewDeck } from "./new_deck";
import { saveDeck, storedDecks } from "./stored_decks";
import { deckStats } from "./deck_stats";
import { DeckCheckNote } from "./deck_check_note";
import { decksWords } from "./words";

/** Edits a deck. Every change is saved at once and can be undone while the page is open. */
export function Editor({ deck, pieces }: { deck: Deck; pieces: DuelPieces }) {
  const t = useTranslate(decksWords);
  const nameOf = useCardName();
  const [, navigate] = useLocation();
  const [undoStack, setUndoStack] = useState<Deck[]>([]);
  const [shown, setShown] = useState<DuelCard | null>(null);
  const [side, setSide] = useState<"cards" | "deck">("cards");
  const [announcement, setAnnouncement] = useState("");
  const check = useDeckCheck(deck);
  const problemIds = problemCards(deck, check.problems, pieces);
  const stats = deckStats(deck, pieces);
  const names = storedDecks().map(({ name }) => name);
  const isPlayable = check.state === "checked" && check.problems.length === 0;

  const change = (changed: Deck) => {
    setUndoStack((before) => [...before, deck]);
    saveDeck(deck.name, changed);
  };
  const announce = (card: DuelCard, changed: Deck) => {
    const { cards, limits } = deckStats(changed, pieces);
    const values = { card: nameOf(card), count: cards, limit: limits.cards };
    setAnnouncement(t(contains(changed, card) ? "added" : "removed", values));
  };
  const toggle = (card: DuelCard) => {
    const changed = toggleCard(deck, card);
    change(changed);
    announce(card, changed);
  };
  const remove = (id: string) => {
    const changed = withoutCard(deck, id);
    change(changed);
    const card = cardsById(pieces).get(id);
    if (card) announce(card, changed);
  };
  const undo = () => {
    const before = undoStack.at(-1);
    if (!before) return;
    setUndoStack(undoStack.slice(0, -1));
    saveDeck(deck.name, { ...before, name: deck.name });
  };
  const rename = (name: string) => {
    saveDeck(deck.name, { ...deck, name });
    navigate(deckPath(name), { replace: true });
  };
  const duplicate = () => {
    navigate(deckPath(saveNewDeck(deck)));
  };
  const onToggle = useStableCallback(toggle);

  return (
    <div className={styles.editor} data-side={side}>
      <title>{`${deck.name} · Blue Moon`}</title>
      <h1 className="visually-hidden">{deck.name}</h1>
      <div className={styles.sides} role="group" aria-label={deck.name}>
        <Button aria-pressed={side === "cards"} onClick={() => setSide("cards")}>
          {t("cardsTab")}
        </Button>
        <Button aria-pressed={side === "deck"} onClick={() => setSide("deck")}>
          {t("deckTab")} {t("ofAllowed", { count: stats.cards, limit: stats.limits.cards })}
        </Button>
      </div>
      <section className={styles.browserSide} aria-label={t("browse")}>
        <CardBrowser
          pieces={pieces}
          deck={deck}
          people={deck.people}
          problemIds={problemIds}
          onToggle={onToggle}
          onShow={setShown}
        />
      </section>
      <Panel className={styles.deckSide} aria-label={deck.name}>
        <Link href={overviewPath} className={styles.back}>
          <Glyph name="back" /> {t("back")}
        </Link>
        <NameField key={deck.name} name={deck.name} taken={names} onRename={rename} />
        <DeckCheckNote check={check} pieces={pieces} />
        <div className={styles.actions}>
          {isPlayable ? (
            <Link href={playPath(deck.name)} className={buttonClass("primary")}>
              {t("play")}
            </Link>
          ) : (
            <Button tone="primary" disabled title={t("fixBeforePlaying")}>
              {t("play")}
            </Button>
          )}
          <Button disabled={undoStack.length === 0} onClick={undo}>
            {t("undoChange")}
          </Button>
          <Button onClick={duplicate}>{t("duplicate")}</Button>
          <Button onClick={() => download(deck)}>{t("export")}</Button>
        </div>
        <DeckPanel deck={deck} pieces={pieces} problemIds={problemIds} onRemove={remove} onShow={setShown} />
      </Panel>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {shown && <CardDialog card={shown} deck={deck} onToggle={onToggle} onClose={() => setShown(null)} />}
    </div>
  );
}
