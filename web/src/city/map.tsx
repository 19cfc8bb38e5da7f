import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { Movers, type Whereabouts } from "./movers";
import { useSpeech } from "./speech";
import type { Light } from "./legal";
import type { Plot } from "./site";
import { useStable } from "./stable";
import { CityTile } from "./tile";
import { COLUMNS, type CityState, type Tile } from "./wire";
import { usePlotLabel } from "./plot_label";
import type { Fresh } from "./parade";
import styles from "./map.module.css";

const ARROWS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -COLUMNS,
  ArrowDown: COLUMNS,
};

const buttonOf = (map: HTMLElement | null, tile: Tile) =>
  map?.querySelector<HTMLButtonElement>(`[data-tile="${tile}"]`);

/** The city: a field of tiles that arrow keys walk through, and what moves over it. */
export function CityMap({
  play,
  plots,
  lit,
  payable,
  chosen,
  where,
  fresh,
  home,
  onPoint,
}: {
  play: CityState;
  plots: readonly Plot[];
  lit: ReadonlyMap<Tile, Light>;
  /** Boxes that can be paid where the figure stands. */
  payable: readonly number[];
  chosen: Tile | null;
  where: Whereabouts;
  fresh: Fresh;
  /** Where the one who looks stands: the first place to be. */
  home: Tile;
  onPoint: (tile: Tile) => void;
}) {
  const speech = useSpeech();
  const labelOf = usePlotLabel(play);
  const map = useRef<HTMLDivElement>(null);
  const hint = useId();
  const [focused, setFocused] = useState<Tile | null>(null);
  const entry = chosen ?? focused ?? home;
  useEffect(() => {
    // A tray may lie over the lower part of the map.
    if (chosen) buttonOf(map.current, chosen)?.scrollIntoView?.({ block: "nearest", behavior: "smooth" });
  }, [chosen]);
  const onKeyDown = useStable((event: KeyboardEvent) => {
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
  const point = useStable(onPoint);
  return (
    <div
      ref={map}
      className={styles.map}
      role="group"
      aria-label={speech.t("mapLabel")}
      aria-describedby={hint}
    >
      <p id={hint} className="unseen">
        {speech.t("mapKeys")}
      </p>
      <div className={styles.tiles}>
        {plots.map((plot) => (
          <CityTile
            key={plot.tile}
            plot={plot}
            name={speech.tile(plot.tile)}
            label={labelOf(plot, lit.has(plot.tile))}
            lit={lit.get(plot.tile)}
            chosen={chosen === plot.tile}
            payable={plot.tile === home ? payable.join() : ""}
            freshBoxes={fresh.boxes.get(plot.tile)?.join() ?? ""}
            freshlyFinished={fresh.finished.has(plot.tile)}
            inTabOrder={plot.tile === entry}
            onPoint={point}
            onFocus={setFocused}
            onKeyDown={onKeyDown}
          />
        ))}
      </div>
      <Movers
        where={where}
        layout={play.layout}
        turn={play.turn.seat}
        initialOf={(seat) => speech.player(seat).slice(0, 1).toUpperCase()}
      />
    </div>
  );
}
