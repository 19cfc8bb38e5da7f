import { memo, type KeyboardEvent } from "react";
import { BoxShape } from "./boxes";
import type { Highlight } from "./legal";
import { Picture } from "./picture";
import { Pips, pipsWidth } from "./rewards";
import { progressOf, roofOf, type Plot } from "./plots";
import { COLUMNS, type Tile } from "./types";
import styles from "./map.module.css";

export interface TileProps {
  plot: Plot;
  name: string;
  /** Full description for screen readers. */
  label: string;
  lit: Highlight | undefined;
  chosen: boolean;
  /** Numbers of payable boxes, joined to a string so that `memo` compares them by value. */
  payable: string;
  /** Numbers of boxes with a new stone, joined likewise. */
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

const includesIndex = (numbers: string, index: number) => numbers.split(",").includes(String(index));

/** A tile of the map: a button with a drawing above it. */
export const CityTile = memo(function CityTile(props: TileProps) {
  const { plot, name, label, lit, chosen, inTabOrder } = props;
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
        data-fresh={props.freshlyFinished}
        aria-label={label}
        aria-pressed={chosen}
        tabIndex={inTabOrder ? 0 : -1}
        onClick={() => props.onPoint(tile)}
        onFocus={() => props.onFocus(tile)}
        onKeyDown={props.onKeyDown}
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
        {plot.printed && <Print props={props} />}
      </svg>
      <span className={styles.tileName} aria-hidden="true">
        {name}
      </span>
    </div>
  );
});

/** The print on a building: boxes until it is finished, and rewards. */
function Print({ props: { plot, payable, freshBoxes } }: { props: TileProps }) {
  const { boxes, star, participant, neighbour } = plot.printed!;
  if (plot.finished) {
    const width = pipsWidth(neighbour, 12);
    return <Pips sign="neighbour" reward={neighbour} x={50 - width / 2} y={84} size={12} />;
  }
  const width = Math.min(29, (100 - 2 * MARGIN - GAP * (boxes.length - 1)) / boxes.length);
  const left = (100 - width * boxes.length - GAP * (boxes.length - 1)) / 2;
  const rewards = [star, participant, neighbour].map((reward) => pipsWidth(reward, 1));
  const room = 100 - 2 * MARGIN;
  const size = Math.min(BIGGEST_PIP, (room - 2 * GAP) / rewards.reduce((sum, width) => sum + width));
  const spare = (room - rewards.reduce((sum, width) => sum + width * size, 0)) / 2;
  const top = PIPS_MIDDLE - size / 2;
  return (
    <>
      {boxes.map((box, index) => (
        <BoxShape
          key={index}
          box={box}
          stone={plot.stones[index] ?? null}
          payable={includesIndex(payable, index)}
          isNew={includesIndex(freshBoxes, index)}
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
