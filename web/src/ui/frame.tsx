import { useState, type ReactNode } from "react";
import { Link } from "wouter";
import { useConnectionState } from "../live/use_connection";
import { useGamePages } from "../game_ui/use_game_pages";
import { coreWords } from "../words/core";
import { useLanguage } from "../words/language";
import { useTranslate } from "../words/messages";
import { Button, buttonClass } from "./controls";
import styles from "./frame.module.css";
import { PreferencesDialog } from "./preferences_dialog";

/** Page frame: site name, navigation, settings and connection state. */
export function Frame({ children }: { children: ReactNode }) {
  const t = useTranslate(coreWords);
  const language = useLanguage();
  const links = useGamePages();
  const connectionState = useConnectionState();
  const [isSettingsOpen, setIsSettingsOpen] = useState(false);
  return (
    <>
      <header className={styles.head}>
        <Link href="/" className={styles.brand}>
          <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
            <path d="M22 5a12 12 0 1 0 5 15A10 10 0 0 1 22 5z" fill="var(--accent)" />
          </svg>
          Blue Moon
        </Link>
        <nav className={styles.nav} aria-label={t("navigation")}>
          <Link href="/" className={buttonClass("quiet")}>
            {t("lobby")}
          </Link>
          {links.map(({ path, label }) => (
            <Link key={path} href={path} className={buttonClass("quiet")}>
              {label[language]}
            </Link>
          ))}
          <Button tone="quiet" onClick={() => setIsSettingsOpen(true)}>
            {t("settings")}
          </Button>
        </nav>
      </header>
      {connectionState === "lost" && (
        <p className={styles.banner} role="status">
          {t("connectionLost")}
        </p>
      )}
      <main className={styles.main}>{children}</main>
      {isSettingsOpen && <PreferencesDialog onClose={() => setIsSettingsOpen(false)} />}
    </>
  );
}
