import { Suspense, use, useEffect, useState } from "react";
import { Link, useSearch } from "wouter";
import type { DuelPieces } from "../../contract/duel";
import { piecesOf } from "../../gateway/site";
import { buttonClass, Note } from "../../ui/controls";
import { Loading } from "../../ui/loading";
import { coreWords } from "../../words/core";
import { useTranslate } from "../../words/messages";
import { overviewPath } from "./paths";
import styles from "./decks.module.css";
import { Editor } from "./editor";
import { PresetView } from "./preset_view";
import { DeckOverview } from "./deck_overview";
import { useStoredDecks } from "./stored_decks";
import { decksWords } from "./words";

const SLOW_LOADING_MS = 3_000;

/** `/decks` lists decks, `?deck=NAME` edits an own deck, `?preset=PEOPLE` shows a preset. */
export default function DecksPage() {
  return (
    <Suspense fallback={<Waiting />}>
      <Decks />
    </Suspense>
  );
}

function Decks() {
  const pieces = use(piecesOf("duel")) as DuelPieces;
  const query = new URLSearchParams(useSearch());
  const decks = useStoredDecks();
  const name = query.get("deck");
  const people = query.get("preset");
  if (name !== null) {
    const deck = decks.find((stored) => stored.name === name);
    return deck ? <Editor deck={deck} pieces={pieces} /> : <NoSuchDeck />;
  }
  const preset = pieces.decks.find((candidate) => candidate.people === people);
  if (preset) return <PresetView preset={preset} pieces={pieces} />;
  return <DeckOverview pieces={pieces} />;
}

function NoSuchDeck() {
  const t = useTranslate(decksWords);
  return (
    <div className={styles.missing}>
      <h1>{t("noSuchDeck")}</h1>
      <Link href={overviewPath} className={buttonClass("primary")}>
        {t("back")}
      </Link>
    </div>
  );
}

/** Explains the delay after a while: the cards come from the server. */
function Waiting() {
  const t = useTranslate(coreWords);
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_LOADING_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.waiting}>
      {isSlow && <Note kind="warn">{t("serverUnavailable")}</Note>}
      <Loading />
    </div>
  );
}
