import { SeatShape } from "../look/seat";
import { DragonShape } from "./symbols";
import { COLUMNS, DRAGONS, type CityState, type Dragon, type Tile } from "./wire";
import styles from "./map.module.css";

/** Where figures and dragons are shown; while news are played this runs behind the game. */
export interface Whereabouts {
  figures: readonly (Tile | null)[];
  dragons: Readonly<Record<Dragon, Tile | null>>;
}

export const whereaboutsOf = (play: CityState): Whereabouts => ({
  figures: play.seats.map((seat) => seat.figure),
  dragons: play.dragons,
});

/** Dragons wait above the city, out of sight, until they are called. */
const OUTSIDE = { column: 2, row: -0.8 };

/**
 * Figures and dragons lie over the tiles and are moved by transforms alone: the browser glides them from
 * where they were, and nothing has to be laid out again.
 */
export function Movers({
  where,
  layout,
  turn,
  initialOf,
}: {
  where: Whereabouts;
  layout: CityState["layout"];
  turn: number;
  initialOf: (seat: number) => string;
}) {
  const placeOf = (tile: Tile | null) => {
    const cell = tile === null ? -1 : layout.indexOf(tile);
    return cell < 0 ? OUTSIDE : { column: cell % COLUMNS, row: Math.floor(cell / COLUMNS) };
  };
  const shift = (tile: Tile | null) => {
    const { column, row } = placeOf(tile);
    return { transform: `translate(${column * 100}%, ${row * 100}%)`, opacity: tile === null ? 0 : 1 };
  };
  return (
    <div className={styles.movers} aria-hidden="true">
      {DRAGONS.map((dragon, index) => (
        <div key={dragon} className={styles.mover} data-kind="dragon" style={shift(where.dragons[dragon])}>
          <svg viewBox="0 0 100 100">
            <g transform={`translate(${4 + index * 31} 13) scale(0.78)`}>
              <DragonShape dragon={dragon} />
            </g>
          </svg>
        </div>
      ))}
      {where.figures.map((tile, seat) => (
        <div
          key={seat}
          className={styles.mover}
          data-kind="figure"
          data-turn={seat === turn}
          style={shift(tile)}
        >
          <svg viewBox="0 0 100 100">
            <g transform={`translate(${standing(seat, where.figures)} 34)`}>
              <FigureShape seat={seat} initial={initialOf(seat)} />
            </g>
          </svg>
        </div>
      ))}
    </div>
  );
}

const FIGURE_WIDTH = 22;

/** Figures on one tile stand side by side, in the order of their seats. */
function standing(seat: number, figures: readonly (Tile | null)[]): number {
  const here = figures.flatMap((tile, other) => (tile === figures[seat] ? [other] : []));
  return 50 - (here.length * FIGURE_WIDTH) / 2 + here.indexOf(seat) * FIGURE_WIDTH;
}

/** A walker with the seat's shape for a body. */
function FigureShape({ seat, initial }: { seat: number; initial: string }) {
  return (
    <g>
      <ellipse cx="11" cy="27" rx="9" ry="2.5" fill="rgb(0 0 0 / 30%)" />
      <path
        d="M11 1a4.2 4.2 0 0 1 2.6 7.500c4 1.5 5.4 8 6 18H2.400c.6-10 2-16.5 6-18A4.2 4.2 0 0 1 11 1z"
        fill={`var(--seat-${seat})`}
        stroke="var(--piece-edge)"
        strokeWidth="1.5"
      />
      <g transform="translate(4 12) scale(0.58)">
        <SeatShape seat={seat} fill="var(--piece-edge)" />
      </g>
      <text x="11" y="22.5" textAnchor="middle" fontSize="9" fontWeight="700" fill={`var(--seat-${seat})`}>
        {initial}
      </text>
    </g>
  );
}
