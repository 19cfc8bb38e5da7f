import { useState } from "react";
import { Button, Dialog, Panel } from "../ui/controls";
import { SeatMark } from "../ui/seat";
import { coreWords } from "../words/core";
import { useTranslate } from "../words/messages";
import { Clock } from "./clock";
import { CopyLink } from "./copy_link";
import { Log, type Narration } from "./log";
import { ReportName } from "./report_name";
import type { AnyCommit, TableAction, TableView } from "./table_view";
import { playerOf } from "./status";
import styles from "./table.module.css";

/** Beside the board: players, clocks, log, and actions of the table. */
export function Aside({
  view,
  history,
  isComplete,
  narration,
  act,
  reportName,
  tableId,
}: {
  view: TableView;
  history: readonly AnyCommit[];
  isComplete: boolean;
  narration: Narration;
  act: (action: TableAction) => void;
  reportName: (seat: number) => Promise<void>;
  tableId: string;
}) {
  const t = useTranslate(coreWords);
  const { table, viewer } = view;
  const [isResigning, setResigning] = useState(false);
  const playing = table.stage === "playing" && viewer !== "spectator";
  return (
    <aside className={styles.aside}>
      <Panel aria-label={t("players")}>
        <ul className={styles.players}>
          {table.seats.map(({ seat, resigned }) => (
            <li key={seat} data-turn={view.toAct.includes(seat)} data-out={resigned}>
              <SeatMark seat={seat} name={playerOf(table, seat, "")} size={28} />
              <span className={styles.player}>
                {playerOf(table, seat, t("emptySeat"))}
                {seat === viewer && ` (${t("you")})`}
              </span>
              {table.stage === "playing" && <Clock clocks={table.clocks} seat={seat} />}
            </li>
          ))}
        </ul>
        {viewer === "spectator" && <p className={styles.soft}>{t("spectating")}</p>}
        {playing && (
          <div className={styles.row}>
            {table.terms?.takebacks && !table.takeback && (
              <Button onClick={() => act({ type: "ask_takeback" })}>{t("takebackAsk")}</Button>
            )}
            <Button onClick={() => setResigning(true)}>{t("resign")}</Button>
          </div>
        )}
        {table.stage === "playing" && (
          <details>
            <summary>{t("watchLink")}</summary>
            <CopyLink href={`${location.origin}/table/${tableId}`} />
          </details>
        )}
        <ReportName view={view} report={reportName} />
      </Panel>
      <Log history={history} isComplete={isComplete} view={view} narration={narration} />
      {isResigning && (
        <Dialog title={t("resign")} closeLabel={t("close")} onClose={() => setResigning(false)}>
          <p>{t("resignConfirm")}</p>
          <div className={styles.row}>
            <Button
              tone="primary"
              onClick={() => {
                act({ type: "resign" });
                setResigning(false);
              }}
            >
              {t("resignYes")}
            </Button>
            <Button onClick={() => setResigning(false)}>{t("cancel")}</Button>
          </div>
        </Dialog>
      )}
    </aside>
  );
}
