import { useState } from "react";
import { Button, Dialog, Panel } from "../look/controls";
import { SeatMark } from "../look/seat";
import { coreWords } from "../words/core";
import { useWords } from "../words/lexicon";
import { Clock } from "./clock";
import { CopyLink } from "./copy_link";
import { Log, type Telling } from "./log";
import type { AnyAction, AnyCommit, Seen } from "./seen";
import { playerOf } from "./status";
import { toAct } from "./to_act";
import styles from "./table.module.css";

/** Beside the board: players and clocks, what happened, and what one may do with the table itself. */
export function Aside({
  seen,
  history,
  complete,
  telling,
  act,
  tableId,
}: {
  seen: Seen;
  history: readonly AnyCommit[];
  complete: boolean;
  telling: Telling;
  act: (action: AnyAction) => void;
  tableId: string;
}) {
  const t = useWords(coreWords);
  const { table, viewer } = seen;
  const turn = toAct(table);
  const [resigning, setResigning] = useState(false);
  const playing = table.stage === "playing" && viewer !== "spectator";
  return (
    <aside className={styles.aside}>
      <Panel aria-label={t("players")}>
        <ul className={styles.players}>
          {table.chairs.map(({ seat, resigned }) => (
            <li key={seat} data-turn={turn.includes(seat)} data-out={resigned}>
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
      </Panel>
      <Log history={history} complete={complete} seen={seen} telling={telling} />
      {resigning && (
        <Dialog title={t("resign")} closeLabel={t("close")} onClose={() => setResigning(false)}>
          <p>{t("resignSure")}</p>
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
