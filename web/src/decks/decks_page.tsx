import { Suspense, use, useEffect, useState } from "react";
import { Link, useSearch } from "wouter";
import type { DuelPieces } from "../contract/duel_pieces";
import { piecesOf } from "../gateway/site";
import { buttonClass, Note } from "../look/controls";
import { Loading } from "../look/loading";
import { coreWords } from "../words/core";
import { useWords } from "../words/lexicon";
import { shelf } from "./addresses";
import styles from "./decks.module.css";
import { Editor } from "./editor";
import { PresetView } from "./preset_view";
import { Shelf } from "./shelf";
import { useStoredDecks } from "./stored_decks";
import { decksWords } from "./words";

const PATIENCE_MS = 3_000;

/** `/decks`: all of them; `?deck=NAME`: one of one's own; `?preset=PEOPLE`: one of the nine. */
export default function DecksPage() {
  return (
    <Suspense fallback={<Waiting />}>
      <Decks />
    </Suspense>
  );
}

function Decks() {
  const pieces = use(piecesOf("duel")) as DuelPieces;
  const asked = new URLSearchParams(useSearch());
  const decks = useStoredDecks();
  const name = asked.get("deck");
  const people = asked.get("preset");
  if (name !== null) {
    const deck = decks.find((kept) => kept.name === name);
    return deck ? <Editor deck={deck} pieces={pieces} /> : <NoSuchDeck />;
  }
  const preset = pieces.decks.find((one) => one.people === people);
  if (preset) return <PresetView preset={preset} pieces={pieces} />;
  return <Shelf pieces={pieces} />;
}

function NoSuchDeck() {
  const t = useWords(decksWords);
  return (
    <div className={styles.missing}>
      <h1>{t("noSuchDeck")}</h1>
      <Link href={shelf} className={buttonClass("primary")}>
        {t("back")}
      </Link>
    </div>
  );
}

/** Says why after a while: the cards come from a server that may be away. */
function Waiting() {
  const t = useWords(coreWords);
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.waiting}>
      {long && <Note kind="warn">{t("serverWaits")}</Note>}
      <Loading />
    </div>
  );
}
