import type { TableRow } from "../contract/live";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { unwrap, gateway } from "../gateway/calls";
import { ProblemError, UnreachableError } from "../gateway/problem";
import { storeToken, findToken } from "../seat_tokens/seat_tokens";
import { Button, buttonClass } from "../ui/controls";
import { useTranslate } from "../words/messages";
import styles from "./lobby.module.css";
import { lobbyWords } from "./words";

/** Link to a running game: to the own seat, or as a spectator. */
export function WatchButton({ row, guests }: { row: TableRow; guests: boolean }) {
  const t = useTranslate(lobbyWords);
  const [, navigate] = useLocation();
  const [isJoining, setIsJoining] = useState(false);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const seatToken = findToken(row.table);
  if (seatToken) {
    return (
      <Link href={`/table/${row.table}`} className={buttonClass("plain")}>
        {seatToken.viewer === "spectator" ? t("watch") : t("continue")}
      </Link>
    );
  }
  if (!guests) return null;
  if (row.terms.spectators === "forbidden") return <span className={styles.soft}>{t("noSpectators")}</span>;
  const watch = async () => {
    setIsJoining(true);
    setErrorMessage(null);
    try {
      const params = { path: { table: row.table } };
      const { token } = await unwrap(gateway.POST("/v1/guests/tables/{table}/spectators", { params }));
      storeToken(row.table, token);
      navigate(`/table/${row.table}`);
    } catch (error) {
      setIsJoining(false);
      if (!(error instanceof ProblemError || error instanceof UnreachableError)) throw error;
      setErrorMessage(error.message);
    }
  };
  return (
    <>
      <Button disabled={isJoining} onClick={() => void watch()}>
        {t("watch")}
      </Button>
      {errorMessage && (
        <span role="alert" className={styles.bad}>
          {errorMessage}
        </span>
      )}
    </>
  );
}
