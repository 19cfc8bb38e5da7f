import { SeatShape } from "../ui/seat";
import { DragonShape } from "./symbols";
import { COLUMNS, DRAGONS, type CityState, type Dragon, type Tile } from "./types";
import styles from "./map.module.css";

/** Where figures and dragons are shown. During an animation this lags behind the table. */
export interface PiecePositions {
  figures: readonly (Tile | null)[];
  dragons: Readonly<Record<Dragon, Tile | null>>;
}

export const piecePositionsOf = (play: CityState): PiecePositions => ({
  figures: play.seats.map((seat) => seat.figure),
  dragons: play.dragons,
});

/** Dragons that are not in play wait above the map, invisible. */
const OUTSIDE = { column: 2, row: -0.8 };

/** Figures and dragons above the tiles. They move by CSS transforms only, which needs no layout. */
export function MovingPieces({
  pieces,
  layout,
  turn,
  initialOf,
}: {
  pieces: PiecePositions;
  layout: CityState["layout"];
  turn: number;
  initialOf: (seat: number) => string;
}) {
  const gridCellOf = (tile: Tile | null) => {
    const cell = tile === null ? -1 : layout.indexOf(tile);
    return cell < 0 ? OUTSIDE : { column: cell % COLUMNS, row: Math.floor(cell / COLUMNS) };
  };
  const styleAt = (tile: Tile | null) => {
    const { column, row } = gridCellOf(tile);
    return { transform: `translate(${column * 100}%, ${row * 100}%)`, opacity: tile === null ? 0 : 1 };
  };
  return (
    <div className={styles.pieces} aria-hidden="true">
      {DRAGONS.map((dragon, index) => (
        <div key={dragon} className={styles.piece} data-kind="dragon" style={styleAt(pieces.dragons[dragon])}>
          <svg viewBox="0 0 100 100">
            <g transform={`translate(${4 + index * 31} 13) scale(0.78)`}>
              <DragonShape dragon={dragon} />
            </g>
          </svg>
        </div>
      ))}
      {pieces.figures.map((tile, seat) => (
        <div
          key={seat}
          className={styles.piece}
          data-kind="figure"
          data-turn={seat === turn}
          style={styleAt(tile)}
        >
          <svg viewBox="0 0 100 100">
            <g transform={`translate(${figureOffset(seat, pieces.figures)} 34)`}>
              <FigureShape seat={seat} initial={initialOf(seat)} />
            </g>
          </svg>
        </div>
      ))}
    </div>
  );
}

const FIGURE_WIDTH = 22;

/** Figures on one tile stand side by side in seat order. */
function figureOffset(seat: number, figures: readonly (Tile | null)[]): number {
  const seatsHere = figures.flatMap((tile, other) => (tile === figures[seat] ? [other] : []));
  return 50 - (seatsHere.length * FIGURE_WIDTH) / 2 + seatsHere.indexOf(seat) * FIGURE_WIDTH;
}

/** A figure with the seat's shape as its body. */
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
