import { useState, type ReactNode } from "react";
import { Button, Panel } from "../ui/controls";
import { useTranslate } from "../words/messages";
import styles from "./lobby.module.css";
import { lobbyWords } from "./words";

/** A list of tables, collapsed to a few rows at first. */
export function TableList<Row>({
  title,
  rows,
  empty,
  shown,
  children,
}: {
  title: string;
  rows: readonly Row[];
  /** Shown for an empty list; null while loading. */
  empty: string | null;
  shown: number;
  children: (row: Row) => ReactNode;
}) {
  const t = useTranslate(lobbyWords);
  const [all, setAll] = useState(false);
  return (
    <Panel className={styles.list} aria-label={title} aria-busy={empty === null && rows.length === 0}>
      <h2>
        {title} {rows.length > 0 && <span className={styles.count}>{rows.length}</span>}
      </h2>
      {rows.length > 0 ? (
        <ul>{(all ? rows : rows.slice(0, shown)).map(children)}</ul>
      ) : empty === null ? (
        <div className={styles.loading} />
      ) : (
        <p className={styles.empty}>{empty}</p>
      )}
      {!all && rows.length > shown && (
        <Button tone="quiet" onClick={() => setAll(true)}>
          {t("showAll", { count: rows.length })}
        </Button>
      )}
    </Panel>
  );
}
