import { useRef, useState, type ChangeEvent } from "react";
import { Link, useLocation } from "wouter";
import type { DuelPieces, PresetDeck } from "../../contract/duel";
import { CardBack, CardFace } from "../card_face";
import { cardsById, kinName } from "../card_names";
import { Button, Note } from "../../ui/controls";
import { useTranslate } from "../../words/messages";
import { deckPath, presetPath } from "./paths";
import { TypeCounts } from "./counters";
import type { Deck } from "./deck";
import { parseDeckFile, download, NotADeckError } from "./deck_file";
import styles from "./decks.module.css";
import { saveNewDeck, createEmptyDeck, createFromPreset } from "./new_deck";
import { deleteDeck, saveDecks, storedDecks, useStoredDecks } from "./stored_decks";
import { deckStats } from "./deck_stats";
import { decksWords } from "./words";

/** The player's own decks and the nine presets. */
export function DeckOverview({ pieces }: { pieces: DuelPieces }) {
  const t = useTranslate(decksWords);
  const [, navigate] = useLocation();
  const decks = useStoredDecks();
  const [deleted, setDeleted] = useState<{ deck: Deck; at: number } | null>(null);
  const remove = (deck: Deck) => {
    setDeleted({ deck, at: decks.indexOf(deck) });
    deleteDeck(deck.name);
  };
  const restore = () => {
    if (!deleted) return;
    saveDecks(storedDecks().toSpliced(deleted.at, 0, deleted.deck));
    setDeleted(null);
  };
  return (
    <div className={styles.shelf}>
      <title>{`${t("title")} · Blue Moon`}</title>
      <header className={styles.shelfHead}>
        <h1>{t("title")}</h1>
        <div className={styles.actions}>
          <Button onClick={() => navigate(deckPath(createEmptyDeck(t("newDeckName"))))}>
            {t("newDeck")}
          </Button>
          <ImportButton pieces={pieces} />
        </div>
      </header>
      {deleted && (
        <Note kind="info">
          {t("deleted", { deck: deleted.deck.name })}
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
              <OwnDeck key={deck.name} deck={deck} pieces={pieces} onDelete={() => remove(deck)} />
            ))}
          </ul>
        )}
        <p className={styles.hint}>{t("storedHere")}</p>
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

function OwnDeck({ deck, pieces, onDelete }: { deck: Deck; pieces: DuelPieces; onDelete: () => void }) {
  const t = useTranslate(decksWords);
  const leader = cardsById(pieces).get(deck.leader ?? "");
  const stats = deckStats(deck, pieces);
  return (
    <li className={styles.deck}>
      <span className={styles.deckFace} aria-hidden="true">
        {leader ? <CardFace card={leader} silent /> : <CardBack />}
      </span>
      <div className={styles.deckFacts}>
        <h3>
          <Link href={deckPath(deck.name)} className={styles.deckName}>
            {deck.name}
          </Link>
        </h3>
        <p className={styles.hint}>
          {t("cards")}: {t("ofAllowed", { count: stats.cards, limit: stats.limits.cards })}
          <br />
          {t("moons")}: {t("ofAllowed", { count: stats.moons, limit: stats.limits.foreign_moons })}
        </p>
        <div className={styles.deckActions}>
          <Button onClick={() => saveNewDeck(deck)}>{t("duplicate")}</Button>
          <Button onClick={() => download(deck)}>{t("export")}</Button>
          <Button onClick={onDelete}>{t("delete")}</Button>
        </div>
      </div>
    </li>
  );
}

function Preset({ preset, pieces }: { preset: PresetDeck; pieces: DuelPieces }) {
  const t = useTranslate(decksWords);
  const [, navigate] = useLocation();
  const people = kinName(preset.people);
  const leader = cardsById(pieces).get(preset.deck.leader ?? "");
  return (
    <li className={styles.deck}>
      <span className={styles.deckFace} aria-hidden="true">
        {leader && <CardFace card={leader} silent />}
      </span>
      <div className={styles.deckFacts}>
        <h3>
          <Link href={presetPath(preset.people)} className={styles.deckName}>
            {people}
          </Link>
        </h3>
        <TypeCounts stats={deckStats(preset.deck, pieces)} />
        <div className={styles.deckActions}>
          <Button onClick={() => navigate(deckPath(createFromPreset(preset, t("copyOf", { deck: people }))))}>
            {t("copyAndEdit")}
          </Button>
        </div>
      </div>
    </li>
  );
}

function ImportButton({ pieces }: { pieces: DuelPieces }) {
  const t = useTranslate(decksWords);
  const input = useRef<HTMLInputElement>(null);
  const [notice, setNotice] = useState<{ kind: "good" | "bad"; text: string } | null>(null);
  const importFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // Reset, so that the same file can be chosen again.
    event.target.value = "";
    if (!file) return;
    try {
      const deck = parseDeckFile(await file.text(), file.name.replace(/\.json$/i, ""), pieces);
      setNotice({ kind: "good", text: t("imported", { deck: saveNewDeck(deck) }) });
    } catch (error) {
      if (!(error instanceof NotADeckError)) throw error;
      setNotice({ kind: "bad", text: t("importFailed", { file: file.name, reason: t(error.reason) }) });
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
        onChange={(event) => void importFile(event)}
      />
      <Button onClick={() => input.current?.click()}>{t("import")}</Button>
      {notice && <Note kind={notice.kind}>{notice.text}</Note>}
    </>
  );
}
