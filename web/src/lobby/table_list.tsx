import { useState, type ReactNode } from "react";
import { Button, Panel } from "../look/controls";
import { useWords } from "../words/lexicon";
import styles from "./lobby.module.css";
import { lobbyWords } from "./words";

/** A list of tables that stays short until somebody wants to see all of it. */
export function TableList<Row>({
  title,
  rows,
  empty,
  shown,
  children,
}: {
  title: string;
  rows: readonly Row[];
  /** Said when there is none; null while that is not known yet. */
  empty: string | null;
  shown: number;
  children: (row: Row) => ReactNode;
}) {
  const t = useWords(lobbyWords);
  const [all, setAll] = useState(false);
  return (
    <Panel className={styles.list} aria-label={title} aria-busy={empty === null && rows.length === 0}>
      <h2>
        {title} {rows.length > 0 && <span className={styles.count}>{rows.length}</span>}
      </h2>
      {rows.length > 0 ? (
        <ul>{(all ? rows : rows.slice(0, shown)).map(children)}</ul>
      ) : (
        <p className={empty === null ? styles.awaited : styles.empty}>{empty}</p>
      )}
      {!all && rows.length > shown && (
        <Button tone="quiet" onClick={() => setAll(true)}>
          {t("showAll", { count: rows.length })}
        </Button>
      )}
    </Panel>
  );
}
