import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { MovingPieces, type PiecePositions } from "./moving_pieces";
import { useLabels } from "./labels";
import type { Highlight } from "./legal";
import type { Plot } from "./plots";
import { useStableCallback } from "../ui/use_stable_callback";
import { CityTile } from "./tile";
import { COLUMNS, type CityState, type Tile } from "./types";
import { usePlotLabel } from "./plot_label";
import type { Highlights } from "./news_animation";
import styles from "./map.module.css";

const ARROWS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -COLUMNS,
  ArrowDown: COLUMNS,
};

const buttonOf = (map: HTMLElement | null, tile: Tile) =>
  map?.querySelector<HTMLButtonElement>(`[data-tile="${tile}"]`);

/** The map: a grid of tiles with arrow key navigation and the moving pieces. */
export function CityMap({
  play,
  plots,
  lit,
  payable,
  chosen,
  piecePositions,
  highlights,
  home,
  onPoint,
}: {
  play: CityState;
  plots: readonly Plot[];
  lit: ReadonlyMap<Tile, Highlight>;
  /** Boxes that can be paid where the figure stands. */
  payable: readonly number[];
  chosen: Tile | null;
  piecePositions: PiecePositions;
  highlights: Highlights;
  /** Tile of the viewer's figure, focused first. */
  home: Tile;
  onPoint: (tile: Tile) => void;
}) {
  const labels = useLabels();
  const labelOf = usePlotLabel(play);
  const map = useRef<HTMLDivElement>(null);
  const hint = useId();
  const [focused, setFocused] = useState<Tile | null>(null);
  const entry = chosen ?? focused ?? home;
  useEffect(() => {
    // The tray may cover the lower part of the map.
    if (chosen) buttonOf(map.current, chosen)?.scrollIntoView?.({ block: "nearest", behavior: "smooth" });
  }, [chosen]);
  const onKeyDown = useStableCallback((event: KeyboardEvent) => {
    const step = ARROWS[event.key];
    const from = play.layout.indexOf(focused ?? entry);
    if (step === undefined || from < 0) return;
    event.preventDefault();
    const column = from % COLUMNS;
    for (let cell = from + step; cell >= 0 && cell < play.layout.length; cell += step) {
      if (Math.abs(step) === 1 && Math.floor(cell / COLUMNS) !== Math.floor((from - column) / COLUMNS))
        return;
      const tile = play.layout[cell];
      if (tile) {
        buttonOf(map.current, tile)?.focus();
        return;
      }
    }
  });
  const onPointStable = useStableCallback(onPoint);
  return (
    <div
      ref={map}
      className={styles.map}
      role="group"
      aria-label={labels.t("mapLabel")}
      aria-describedby={hint}
    >
      <p id={hint} className="visually-hidden">
        {labels.t("mapKeys")}
      </p>
      <div className={styles.tiles}>
        {plots.map((plot) => (
          <CityTile
            key={plot.tile}
            plot={plot}
            name={labels.tile(plot.tile)}
            label={labelOf(plot, lit.has(plot.tile))}
            lit={lit.get(plot.tile)}
            chosen={chosen === plot.tile}
            payable={plot.tile === home ? payable.join() : ""}
            freshBoxes={highlights.boxes.get(plot.tile)?.join() ?? ""}
            freshlyFinished={highlights.finished.has(plot.tile)}
            inTabOrder={plot.tile === entry}
            onPoint={onPointStable}
            onFocus={setFocused}
            onKeyDown={onKeyDown}
          />
        ))}
      </div>
      <MovingPieces
        pieces={piecePositions}
        layout={play.layout}
        turn={play.turn.seat}
        initialOf={(seat) => labels.player(seat).slice(0, 1).toUpperCase()}
      />
    </div>
  );
}
