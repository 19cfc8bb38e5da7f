import { useRef, useState, type ChangeEvent } from "react";
import { Link, useLocation } from "wouter";
import type { DuelPieces, PresetDeck } from "../contract/duel_pieces";
import { CardBack, CardFace } from "../duel/card_face";
import { cardsById, kinName } from "../duel/card_names";
import { Button, Note } from "../look/controls";
import { useWords } from "../words/lexicon";
import { deckAt, presetAt } from "./addresses";
import { TypeCounts } from "./counters";
import type { Deck } from "./deck";
import { deckIn, download, NotADeckError } from "./deck_file";
import styles from "./decks.module.css";
import { keepNew, startedEmpty, startedFrom } from "./starting";
import { dropDeck, keepDecks, storedDecks, useStoredDecks } from "./stored_decks";
import { tallyOf } from "./tally";
import { decksWords } from "./words";

/** All decks: one's own and the nine. */
export function Shelf({ pieces }: { pieces: DuelPieces }) {
  const t = useWords(decksWords);
  const [, go] = useLocation();
  const decks = useStoredDecks();
  const [dropped, setDropped] = useState<{ deck: Deck; at: number } | null>(null);
  const drop = (deck: Deck) => {
    setDropped({ deck, at: decks.indexOf(deck) });
    dropDeck(deck.name);
  };
  const restore = () => {
    if (!dropped) return;
    keepDecks(storedDecks().toSpliced(dropped.at, 0, dropped.deck));
    setDropped(null);
  };
  return (
    <div className={styles.shelf}>
      <header className={styles.shelfHead}>
        <h1>{t("title")}</h1>
        <div className={styles.actions}>
          <Button onClick={() => go(deckAt(startedEmpty(t("newDeckName"))))}>{t("newDeck")}</Button>
          <ImportButton pieces={pieces} />
        </div>
      </header>
      {dropped && (
        <Note kind="info">
          {t("deleted", { deck: dropped.deck.name })}
          <Button onClick={restore}>{t("undo")}</Button>
        </Note>
      )}
      <section aria-labelledby="own-decks">
        <h2 id="own-decks">{t("own")}</h2>
        {decks.length === 0 ? (
          <p className={styles.emptyShelf}>{t("ownEmpty")}</p>
        ) : (
          <ul className={styles.decks}>
            {decks.map((deck) => (
              <OwnDeck key={deck.name} deck={deck} pieces={pieces} onDrop={() => drop(deck)} />
            ))}
          </ul>
        )}
        <p className={styles.hint}>{t("ownKept")}</p>
      </section>
      <section aria-labelledby="presets">
        <h2 id="presets">{t("presets")}</h2>
        <ul className={styles.decks}>
          {pieces.decks.map((preset) => (
            <Preset key={preset.people} preset={preset} pieces={pieces} />
          ))}
        </ul>
      </section>
    </div>
  );
}

function OwnDeck({ deck, pieces, onDrop }: { deck: Deck; pieces: DuelPieces; onDrop: () => void }) {
  const t = useWords(decksWords);
  const leader = cardsById(pieces).get(deck.leader ?? "");
  const tally = tallyOf(deck, pieces);
  return (
    <li className={styles.deck}>
      <span className={styles.deckFace} aria-hidden="true">
        {leader ? <CardFace card={leader} silent /> : <CardBack />}
      </span>
      <div className={styles.deckFacts}>
        <h3>
          <Link href={deckAt(deck.name)} className={styles.deckName}>
            {deck.name}
          </Link>
        </h3>
        <p className={styles.hint}>
          {t("cards")}: {t("ofAllowed", { count: tally.cards, limit: tally.limits.cards })}
          <br />
          {t("moons")}: {t("ofAllowed", { count: tally.moons, limit: tally.limits.foreign_moons })}
        </p>
        <div className={styles.deckActions}>
          <Button onClick={() => keepNew(deck)}>{t("duplicate")}</Button>
          <Button onClick={() => download(deck)}>{t("export")}</Button>
          <Button onClick={onDrop}>{t("delete")}</Button>
        </div>
      </div>
    </li>
  );
}

function Preset({ preset, pieces }: { preset: PresetDeck; pieces: DuelPieces }) {
  const t = useWords(decksWords);
  const [, go] = useLocation();
  const people = kinName(preset.people);
  const leader = cardsById(pieces).get(preset.deck.leader ?? "");
  return (
    <li className={styles.deck}>
      <span className={styles.deckFace} aria-hidden="true">
        {leader && <CardFace card={leader} silent />}
      </span>
      <div className={styles.deckFacts}>
        <h3>
          <Link href={presetAt(preset.people)} className={styles.deckName}>
            {people}
          </Link>
        </h3>
        <TypeCounts tally={tallyOf(preset.deck, pieces)} />
        <div className={styles.deckActions}>
          <Button onClick={() => go(deckAt(startedFrom(preset, t("copyOf", { deck: people }))))}>
            {t("startFrom")}
          </Button>
        </div>
      </div>
    </li>
  );
}

function ImportButton({ pieces }: { pieces: DuelPieces }) {
  const t = useWords(decksWords);
  const input = useRef<HTMLInputElement>(null);
  const [told, setTold] = useState<{ kind: "good" | "bad"; words: string } | null>(null);
  const take = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // The same file can be chosen again after it was mended.
    event.target.value = "";
    if (!file) return;
    try {
      const deck = deckIn(await file.text(), file.name.replace(/\.json$/i, ""), pieces);
      setTold({ kind: "good", words: t("imported", { deck: keepNew(deck) }) });
    } catch (error) {
      if (!(error instanceof NotADeckError)) throw error;
      setTold({ kind: "bad", words: t("importFailed", { file: file.name, reason: t(error.reason) }) });
    }
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        aria-label={t("import")}
        onChange={(event) => void take(event)}
      />
      <Button onClick={() => input.current?.click()}>{t("import")}</Button>
      {told && <Note kind={told.kind}>{told.words}</Note>}
    </>
  );
}
