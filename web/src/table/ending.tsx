import { Link } from "wouter";
import type { GameUi } from "../game_ui/game_ui";
import { buttonClass, Panel } from "../ui/controls";
import { SeatMark } from "../ui/seat";
import { coreWords } from "../words/core";
import { useLanguage } from "../words/language";
import { useTranslate } from "../words/messages";
import type { TableView } from "./table_view";
import { playerOf } from "./status";
import styles from "./table.module.css";

/** The winners and final scores. */
export function Ending({ view, gameUi, tableId }: { view: TableView; gameUi: GameUi; tableId: string }) {
  const t = useTranslate(coreWords);
  const language = useLanguage();
  const scoreName = gameUi.useScoreName(view.table.game);
  const { table } = view;
  const nameOf = (seat: number) => playerOf(table, seat, t("emptySeat"));
  const winners = table.results.filter((result) => result.won).map((result) => nameOf(result.seat));
  const parts = Object.keys(table.results[0]?.score ?? {});
  return (
    <Panel className={styles.ending}>
      <div className={styles.winners} aria-hidden="true">
        {table.results
          .filter((result) => result.won)
          .map(({ seat }) => (
            <SeatMark key={seat} seat={seat} name={nameOf(seat)} size={56} />
          ))}
      </div>
      <h2>
        {winners.length === 0
          ? t("draw")
          : t(winners.length > 1 ? "winners" : "winner", {
              player: winners[0]!,
              players: new Intl.ListFormat(language).format(winners),
            })}
      </h2>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">{t("players")}</th>
            {parts.map((part) => (
              <th key={part} scope="col">
                {scoreName(part)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...table.results]
            .sort((a, b) => a.place - b.place)
            .map((result) => (
              <tr key={result.seat} data-won={result.won}>
                <td>{t("place", { place: result.place })}</td>
                <th scope="row">
                  <SeatMark seat={result.seat} name={nameOf(result.seat)} /> {nameOf(result.seat)}
                </th>
                {parts.map((part) => (
                  <td key={part}>{result.score[part]}</td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
      <div className={styles.row}>
        <Link href={`/replay/${tableId}`} className={buttonClass("primary")}>
          {t("replay")}
        </Link>
        <Link href="/" className={buttonClass("plain")}>
          {t("playAgain")}
        </Link>
      </div>
    </Panel>
  );
}
