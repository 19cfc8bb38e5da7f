import { useState, type ReactNode } from "react";
import { Link } from "wouter";
import { useLineState } from "../live/use_line";
import { coreWords } from "../words/core";
import { useWords } from "../words/lexicon";
import { Button, buttonClass } from "./controls";
import styles from "./frame.module.css";
import { PreferencesDialog } from "./preferences_dialog";

/** What stands around every page: the name, the way home, the settings, and the state of the line. */
export function Frame({ children }: { children: ReactNode }) {
  const t = useWords(coreWords);
  const line = useLineState();
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <header className={styles.head}>
        <Link href="/" className={styles.brand}>
          <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
            <path d="M22 5a12 12 0 1 0 5 15A10 10 0 0 1 22 5z" fill="var(--accent)" />
          </svg>
          Blue Moon
        </Link>
        <nav className={styles.nav} aria-label="Blue Moon">
          <Link href="/" className={buttonClass("quiet")}>
            {t("lobby")}
          </Link>
          <Link href="/decks" className={buttonClass("quiet")}>
            {t("decks")}
          </Link>
          <Button tone="quiet" onClick={() => setChoosing(true)}>
            {t("settings")}
          </Button>
        </nav>
      </header>
      {line === "lost" && (
        <p className={styles.banner} role="status">
          {t("lineLost")}
        </p>
      )}
      <main className={styles.main}>{children}</main>
      {choosing && <PreferencesDialog onClose={() => setChoosing(false)} />}
    </>
  );
}
