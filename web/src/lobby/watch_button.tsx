import { useState } from "react";
import { Link, useLocation } from "wouter";
import { answered, gateway } from "../gateway/calls";
import { ProblemError, UnreachableError } from "../gateway/problem";
import { keep, keyOf } from "../keyring/keyring";
import { Button, buttonClass } from "../look/controls";
import { useWords } from "../words/lexicon";
import styles from "./lobby.module.css";
import type { TableRow } from "./table_board";
import { lobbyWords } from "./words";

/** Into a running game: to one's own seat, or as a spectator. */
export function WatchButton({ row, guests }: { row: TableRow; guests: boolean }) {
  const t = useWords(lobbyWords);
  const [, navigate] = useLocation();
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const key = keyOf(row.table);
  if (key) {
    return (
      <Link href={`/table/${row.table}`} className={buttonClass("plain")}>
        {key.viewer === "spectator" ? t("watch") : t("goOn")}
      </Link>
    );
  }
  if (!guests) return null;
  if (row.terms.spectators === "forbidden") return <span className={styles.soft}>{t("noWatching")}</span>;
  const watch = async () => {
    setBusy(true);
    setTrouble(null);
    try {
      const params = { path: { game: row.table } };
      const { token } = await answered(gateway.POST("/v1/guests/tables/{game}/spectators", { params }));
      keep(row.table, token);
      navigate(`/table/${row.table}`);
    } catch (error) {
      setBusy(false);
      if (!(error instanceof ProblemError || error instanceof UnreachableError)) throw error;
      setTrouble(error.message);
    }
  };
  return (
    <>
      <Button disabled={busy} onClick={() => void watch()}>
        {t("watch")}
      </Button>
      {trouble && (
        <span role="alert" className={styles.bad}>
          {trouble}
        </span>
      )}
    </>
  );
}
