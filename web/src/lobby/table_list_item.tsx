import type { TableRow } from "../contract/live";
import type { ReactNode } from "react";
import { use } from "react";
import { catalogue, gameName } from "../gateway/site";
import { SeatMark } from "../ui/seat";
import { useLanguage } from "../words/language";
import { useTranslate } from "../words/messages";
import { GameMark } from "../game_ui/game_mark";
import styles from "./lobby.module.css";
import { useRowLabels } from "./row_labels";
import { formatAge } from "./durations";
import { lobbyWords } from "./words";

/** A table in a list: game, seats, status and a link. */
export function TableListItem({
  row,
  now,
  mySeat,
  children,
}: {
  row: TableRow;
  now: number;
  mySeat?: number;
  /** Link to the table. */
  children: ReactNode;
}) {
  const t = useTranslate(lobbyWords);
  const language = useLanguage();
  const { games } = use(catalogue());
  const { occupantOf, status } = useRowLabels();
  const game = games.find(({ id }) => id === row.game) ?? { id: row.game, names: {} };
  const isMyTurn = mySeat !== undefined && row.to_act.includes(mySeat) && row.stage === "playing";
  return (
    <li className={styles.line} data-mine={isMyTurn}>
      <GameMark game={row.game} size={40} />
      <div className={styles.lineText}>
        <p className={styles.lineTitle}>
          {gameName(game, language)}
          <span className={styles.when}> · {formatAge(row.updated_at, now, language)}</span>
        </p>
        <ul className={styles.occupants}>
          {row.players.map((_, seat) => {
            const name = occupantOf(row, seat);
            return (
              <li key={seat} data-free={name === null}>
                <SeatMark seat={seat} name={name} size={18} />
                {name ?? t("emptySeat")}
              </li>
            );
          })}
        </ul>
        <p className={styles.status}>{status(row, mySeat)}</p>
      </div>
      <div className={styles.link}>{children}</div>
    </li>
  );
}
