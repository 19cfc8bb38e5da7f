import { PEOPLE_OF, PeopleShape } from "../ui/people";
import { SeatShape } from "../ui/seat";
import type { Box } from "./types";
import styles from "./map.module.css";

const RAINBOW = ["black", "red", "blue", "grey", "green", "brown", "white", "yellow"] as const;
/** Below this width a box shows its shape above the number instead of beside it. */
const NARROW = 20;

/**
 * A box with its cost, or with the stone of the player who paid it. Units are those of the surrounding
 * drawing.
 */
export function BoxShape({
  box,
  stone,
  payable,
  isNew,
  x,
  y,
  width,
  height,
}: {
  box: Box;
  stone: number | null;
  payable?: boolean;
  /** The stone was placed just now. */
  isNew?: boolean;
  x: number;
  y: number;
  width: number;
  height: number;
}) {
  const ink = box.colour ? `var(--people-${box.colour}-ink)` : "var(--ink)";
  const narrow = width < NARROW;
  const shape = narrow ? 8 : 11;
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect
        width={width}
        height={height}
        rx="3"
        fill={box.colour ? `var(--people-${box.colour})` : "var(--raised)"}
        className={styles.box}
        data-payable={payable}
      />
      {!box.colour && (
        <g aria-hidden="true">
          {RAINBOW.map((colour, index) => (
            <rect
              key={colour}
              x={1.5 + (index * (width - 3)) / RAINBOW.length}
              y={height - 4.5}
              width={(width - 3) / RAINBOW.length}
              height="3"
              fill={`var(--people-${colour})`}
            />
          ))}
        </g>
      )}
      {stone === null ? (
        <>
          {box.colour && (
            <g
              transform={
                narrow
                  ? `translate(${(width - shape) / 2} 1.5) scale(${shape / 24})`
                  : `translate(${width / 2 - shape - 0.5} ${(height - shape) / 2}) scale(${shape / 24})`
              }
            >
              <PeopleShape people={PEOPLE_OF[box.colour]} fill={ink} />
            </g>
          )}
          <text
            x={narrow || !box.colour ? width / 2 : width / 2 + 6.5}
            y={narrow && box.colour ? height - 2 : height / 2 + (box.colour ? 5.5 : 4)}
            textAnchor="middle"
            fontSize={narrow && box.colour ? 11 : 15}
            fontWeight="700"
            fill={ink}
          >
            {box.value}
          </text>
        </>
      ) : (
        <StoneShape
          seat={stone}
          x={width / 2}
          y={height / 2}
          size={Math.min(width, height) - 2}
          isNew={isNew}
        />
      )}
    </g>
  );
}

/** A seat's stone, centred on a point. */
export function StoneShape({
  seat,
  x,
  y,
  size,
  isNew,
}: {
  seat: number;
  x: number;
  y: number;
  size: number;
  isNew?: boolean;
}) {
  return (
    <g transform={`translate(${x - size / 2} ${y - size / 2}) scale(${size / 24})`}>
      <g className={styles.stone} data-fresh={isNew}>
        <SeatShape seat={seat} stroke="var(--piece-edge)" strokeWidth="2" />
      </g>
    </g>
  );
}
