import type { ReactNode } from "react";
import { use } from "react";
import { catalogue } from "../gateway/site";
import { SeatMark } from "../look/seat";
import { useLanguage } from "../words/language";
import { useWords } from "../words/lexicon";
import { GameMark } from "../look/game_drawings";
import styles from "./lobby.module.css";
import { useRowWords } from "./row_words";
import type { TableRow } from "./table_board";
import { ago } from "./time_words";
import { lobbyWords } from "./words";

/** A table as a line of a list: the game, who sits there, how it stands, and what one can do. */
export function TableLine({
  row,
  now,
  mySeat,
  children,
}: {
  row: TableRow;
  now: number;
  mySeat?: number;
  /** The way there. */
  children: ReactNode;
}) {
  const t = useWords(lobbyWords);
  const language = useLanguage();
  const { games } = use(catalogue());
  const { sitter, status } = useRowWords();
  const names = games.find((game) => game.id === row.game)?.names;
  const mine = mySeat !== undefined && row.to_act.includes(mySeat) && row.stage === "playing";
  return (
    <li className={styles.line} data-mine={mine}>
      <GameMark game={row.game} size={40} />
      <div className={styles.lineText}>
        <p className={styles.lineTitle}>
          {names?.[language] ?? names?.en ?? row.game}
          <span className={styles.when}> · {ago(row.updated_at, now, language)}</span>
        </p>
        <ul className={styles.sitters}>
          {row.players.map((_, seat) => {
            const name = sitter(row, seat);
            return (
              <li key={seat} data-free={name === null}>
                <SeatMark seat={seat} name={name} size={18} />
                {name ?? t("free")}
              </li>
            );
          })}
        </ul>
        <p className={styles.status}>{status(row, mySeat)}</p>
      </div>
      <div className={styles.way}>{children}</div>
    </li>
  );
}
