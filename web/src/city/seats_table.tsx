import { SeatMark } from "../ui/seat";
import { useLabels } from "./labels";
import { SymbolIcon, type SymbolName } from "./symbols";
import { countOf, type CityFigures, type CityState, type Seat } from "./types";
import type { CityTranslate } from "./words";
import styles from "./beside.module.css";

/** Every player's resources in one table. */
export function SeatsTable({
  play,
  figures,
  offeringsToWin,
  viewer,
}: {
  play: CityState;
  figures: CityFigures | null;
  offeringsToWin: number | null;
  viewer: number | null;
}) {
  const { t, player } = useLabels();
  const heads: [SymbolName, string][] = [
    ["obelisk", t("offeringsHead")],
    ["crystal", t("crystalsHead")],
    ["scale", t("scalesHead")],
    ["hand", t("cardsHead")],
    ["stone", t("stonesHead")],
  ];
  return (
    <table className={styles.seats}>
      <caption className="visually-hidden">{t("seatsCaption")}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t("playerHead")}</span>
          </th>
          {heads.map(([symbol, name]) => (
            <th key={symbol} scope="col" title={name}>
              <SymbolIcon name={symbol} size={17} label={name} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {play.seats.map((seat) => (
          <tr key={seat.seat} data-turn={!play.over && play.turn.seat === seat.seat} data-out={seat.out}>
            <th scope="row">
              <SeatMark seat={seat.seat} name={player(seat.seat)} size={22} />
              <span>
                {player(seat.seat)}
                {seat.seat === viewer && <small> {t("youMark")}</small>}
                {seat.declared && <small> · {t("declared")}</small>}
                {seat.out && <small> · {t("out")}</small>}
              </span>
            </th>
            <td>
              {seat.offerings}
              {offeringsToWin !== null && <small>/{offeringsToWin}</small>}
            </td>
            <td>{crystalsOf(seat, t)}</td>
            <td title={scaleTitle(seat, figures, t)}>
              {seat.scales}
              {seat.owed > 0 && <small title={t("owed", { n: seat.owed })}>+{seat.owed}</small>}
            </td>
            <td>
              {countOf(seat.hand)}
              {countOf(seat.aside) > 0 && (
                <small title={t("setAside", { n: countOf(seat.aside) })}>+{countOf(seat.aside)}</small>
              )}
            </td>
            <td>{seat.stones}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function crystalsOf(seat: Seat, t: CityTranslate) {
  if (seat.crystals !== null) return seat.crystals;
  return (
    <span className={styles.hidden} title={t("crystalsHidden")}>
      <span aria-hidden="true">?</span>
      <span className="visually-hidden">{t("crystalsHidden")}</span>
    </span>
  );
}

function scaleTitle(seat: Seat, figures: CityFigures | null, t: CityTranslate): string | undefined {
  const n = figures?.seats.find((seatFigures) => seatFigures.seat === seat.seat)?.scale_crystals;
  return n === undefined ? undefined : t("scalesWorth", { n });
}
