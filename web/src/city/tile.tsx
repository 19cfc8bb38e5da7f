import { memo, type KeyboardEvent } from "react";
import { BoxShape } from "./boxes";
import type { Light } from "./legal";
import { Picture } from "./picture";
import { Pips, pipsWidth } from "./rewards";
import { progressOf, roofOf, type Plot } from "./site";
import { COLUMNS, type Tile } from "./wire";
import styles from "./map.module.css";

export interface TileLook {
  plot: Plot;
  name: string;
  /** All there is to know, for who can't see it. */
  label: string;
  lit: Light | undefined;
  chosen: boolean;
  /** Boxes that can be paid now, by number, joined: a string keeps equal looks equal. */
  payable: string;
  /** Boxes whose stones were laid just now, likewise. */
  freshBoxes: string;
  freshlyFinished: boolean;
  inTabOrder: boolean;
  onPoint: (tile: Tile) => void;
  onFocus: (tile: Tile) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

const MARGIN = 4;
const GAP = 2;
const BOX_TOP = 61;
const BOX_HEIGHT = 20;
const BIGGEST_PIP = 12;
const PIPS_MIDDLE = 91;

const among = (numbers: string, index: number) => numbers.split(",").includes(String(index));

/** A tile of the city: a button as large as it is, and the drawing over it. */
export const CityTile = memo(function CityTile(look: TileLook) {
  const { plot, name, label, lit, chosen, inTabOrder } = look;
  const { tile, cell, finished } = plot;
  return (
    <div
      className={styles.cell}
      style={{ gridColumn: (cell % COLUMNS) + 1, gridRow: Math.floor(cell / COLUMNS) + 1 }}
    >
      <button
        type="button"
        className={styles.tile}
        data-tile={tile}
        data-state={tile === "courtyard" ? "courtyard" : finished ? "finished" : "plan"}
        data-lit={lit}
        data-chosen={chosen}
        data-fresh={look.freshlyFinished}
        aria-label={label}
        aria-pressed={chosen}
        tabIndex={inTabOrder ? 0 : -1}
        onClick={() => look.onPoint(tile)}
        onFocus={() => look.onFocus(tile)}
        onKeyDown={look.onKeyDown}
      />
      <svg viewBox="0 0 100 100" aria-hidden="true">
        {finished || tile === "courtyard" ? (
          <g transform="translate(6 15) scale(0.88 1.06)">
            <Picture tile={tile} finished roof={roofOf(plot)} />
          </g>
        ) : (
          <g transform="translate(14 15) scale(0.72)">
            <Picture tile={tile} finished={false} progress={progressOf(plot)} />
          </g>
        )}
        {plot.printed && <Print look={look} />}
      </svg>
      <span className={styles.tileName} aria-hidden="true">
        {name}
      </span>
    </div>
  );
});

/** What is printed on a building: its boxes until it is finished, and its rewards. */
function Print({ look: { plot, payable, freshBoxes } }: { look: TileLook }) {
  const { boxes, star, participant, neighbour } = plot.printed!;
  if (plot.finished) {
    const width = pipsWidth(neighbour, 12);
    return <Pips sign="neighbour" reward={neighbour} x={50 - width / 2} y={84} size={12} />;
  }
  const width = Math.min(29, (100 - 2 * MARGIN - GAP * (boxes.length - 1)) / boxes.length);
  const left = (100 - width * boxes.length - GAP * (boxes.length - 1)) / 2;
  const rewards = [star, participant, neighbour].map((reward) => pipsWidth(reward, 1));
  const room = 100 - 2 * MARGIN;
  const size = Math.min(BIGGEST_PIP, (room - 2 * GAP) / rewards.reduce((sum, one) => sum + one));
  const spare = (room - rewards.reduce((sum, one) => sum + one * size, 0)) / 2;
  const top = PIPS_MIDDLE - size / 2;
  return (
    <>
      {boxes.map((box, index) => (
        <BoxShape
          key={index}
          box={box}
          stone={plot.stones[index] ?? null}
          payable={among(payable, index)}
          fresh={among(freshBoxes, index)}
          x={left + index * (width + GAP)}
          y={BOX_TOP}
          width={width}
          height={BOX_HEIGHT}
        />
      ))}
      <Pips sign="star" reward={star} x={MARGIN} y={top} size={size} />
      <Pips
        sign="participant"
        reward={participant}
        x={MARGIN + rewards[0]! * size + spare}
        y={top}
        size={size}
      />
      <Pips sign="neighbour" reward={neighbour} x={100 - MARGIN - rewards[2]! * size} y={top} size={size} />
    </>
  );
}
