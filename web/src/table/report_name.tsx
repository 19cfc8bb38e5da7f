import { useState } from "react";
import { Button } from "../ui/controls";
import { coreWords } from "../words/core";
import { useTranslate } from "../words/messages";
import type { TableView } from "./table_view";
import styles from "./table.module.css";

/** Lets a viewer report the names of the other people at the table. */
export function ReportName({ view, report }: { view: TableView; report: (seat: number) => Promise<void> }) {
  const t = useTranslate(coreWords);
  const [message, setMessage] = useState<"reported" | "reportFailed" | null>(null);
  const [reported, setReported] = useState<readonly number[]>([]);
  const { seats, terms } = view.table;
  const bots = new Set(terms?.bots.map(({ seat }) => seat));
  const others = seats.filter(({ seat, player }) => player && seat !== view.viewer && !bots.has(seat));
  if (others.length === 0) return null;
  const send = async (seat: number) => {
    try {
      await report(seat);
      setReported((before) => [...before, seat]);
      setMessage("reported");
    } catch {
      setMessage("reportFailed");
    }
  };
  return (
    <details>
      <summary>{t("reportName")}</summary>
      <div className={styles.row}>
        {others.map(({ seat, player }) => (
          <Button key={seat} disabled={reported.includes(seat)} onClick={() => void send(seat)}>
            {t("reportPlayer", { player: player! })}
          </Button>
        ))}
      </div>
      <p role="status">{message && t(message)}</p>
    </details>
  );
}
