import { useCallback, useLayoutEffect, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import type { DuelCard, DuelPieces } from "../contract/duel_pieces";
import { cardsById, useCardName } from "../duel/card_names";
import { Button, buttonClass, Panel } from "../look/controls";
import { useWords } from "../words/lexicon";
import { deckAt, playWith, shelf } from "./addresses";
import { Browser } from "./browser";
import { CardDialog } from "./card_dialog";
import { useVerdict } from "./checking";
import { holds, toggled, withoutCard, type Deck } from "./deck";
import { download } from "./deck_file";
import { DeckPanel } from "./deck_panel";
import styles from "./decks.module.css";
import { faultyCards } from "./faulty_cards";
import { NameField } from "./name_field";
import { keepNew } from "./starting";
import { keepDeck, storedDecks } from "./stored_decks";
import { tallyOf } from "./tally";
import { VerdictNote } from "./verdict_note";
import { decksWords } from "./words";

/** Changes one deck. Every change is kept at once, and can be undone while the page is open. */
export function Editor({ deck, pieces }: { deck: Deck; pieces: DuelPieces }) {
  const t = useWords(decksWords);
  const nameOf = useCardName();
  const [, go] = useLocation();
  const [past, setPast] = useState<Deck[]>([]);
  const [shown, setShown] = useState<DuelCard | null>(null);
  const [side, setSide] = useState<"cards" | "deck">("cards");
  const [said, setSaid] = useState("");
  const verdict = useVerdict(deck);
  const faulty = faultyCards(deck, verdict.faults, pieces);
  const tally = tallyOf(deck, pieces);
  const names = storedDecks().map(({ name }) => name);
  const ready = verdict.state === "known" && verdict.faults.length === 0;

  const change = (changed: Deck) => {
    setPast((before) => [...before, deck]);
    keepDeck(deck.name, changed);
  };
  const tell = (card: DuelCard, changed: Deck) => {
    const { cards, limits } = tallyOf(changed, pieces);
    const values = { card: nameOf(card), count: cards, limit: limits.cards };
    setSaid(t(holds(changed, card) ? "added" : "removed", values));
  };
  const toggle = (card: DuelCard) => {
    const changed = toggled(deck, card);
    change(changed);
    tell(card, changed);
  };
  const remove = (id: string) => {
    const changed = withoutCard(deck, id);
    change(changed);
    const card = cardsById(pieces).get(id);
    if (card) tell(card, changed);
  };
  const undo = () => {
    const before = past.at(-1);
    if (!before) return;
    setPast(past.slice(0, -1));
    keepDeck(deck.name, { ...before, name: deck.name });
  };
  const rename = (name: string) => {
    keepDeck(deck.name, { ...deck, name });
    go(deckAt(name), { replace: true });
  };
  const duplicate = () => {
    go(deckAt(keepNew(deck)));
  };
  const onToggle = useStable(toggle);

  return (
    <div className={styles.editor} data-side={side}>
      <h1 className="unseen">{deck.name}</h1>
      <div className={styles.sides} role="group" aria-label={deck.name}>
        <Button aria-pressed={side === "cards"} onClick={() => setSide("cards")}>
          {t("cardsTab")}
        </Button>
        <Button aria-pressed={side === "deck"} onClick={() => setSide("deck")}>
          {t("deckTab")} {t("ofAllowed", { count: tally.cards, limit: tally.limits.cards })}
        </Button>
      </div>
      <section className={styles.browserSide} aria-label={t("browse")}>
        <Browser
          pieces={pieces}
          deck={deck}
          people={deck.people}
          faulty={faulty}
          onToggle={onToggle}
          onShow={setShown}
        />
      </section>
      <Panel className={styles.deckSide} aria-label={deck.name}>
        <Link href={shelf} className={styles.back}>
          ← {t("back")}
        </Link>
        <NameField key={deck.name} name={deck.name} taken={names} onRename={rename} />
        <VerdictNote verdict={verdict} pieces={pieces} />
        <div className={styles.actions}>
          {ready ? (
            <Link href={playWith(deck.name)} className={buttonClass("primary")}>
              {t("play")}
            </Link>
          ) : (
            <Button tone="primary" disabled title={t("playNotYet")}>
              {t("play")}
            </Button>
          )}
          <Button disabled={past.length === 0} onClick={undo}>
            {t("undoChange")}
          </Button>
          <Button onClick={duplicate}>{t("duplicate")}</Button>
          <Button onClick={() => download(deck)}>{t("export")}</Button>
        </div>
        <DeckPanel deck={deck} pieces={pieces} faulty={faulty} onRemove={remove} onShow={setShown} />
      </Panel>
      <p className="unseen" role="status">
        {said}
      </p>
      {shown && <CardDialog card={shown} deck={deck} onToggle={onToggle} onClose={() => setShown(null)} />}
    </div>
  );
}

/** The same function for good, doing what the last one given does: so that tiles need not be drawn again. */
function useStable<Argument>(act: (argument: Argument) => void): (argument: Argument) => void {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback((argument) => latest.current(argument), []);
}
