import { useCallback, useRef, useState, type KeyboardEvent } from "react";
import { Movers, type Whereabouts } from "./movers";
import { useSpeech } from "./speech";
import type { Plot } from "./site";
import { CityTile } from "./tile";
import { COLUMNS, type CityState, type Tile } from "./wire";
import { usePlotLabel } from "./plot_label";
import type { Fresh } from "./parade";
import styles from "./city.module.css";

const ARROWS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS };

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
  lit: ReadonlySet<Tile>;
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
  const buttons = useRef(new Map<Tile, HTMLButtonElement>());
  const [focused, setFocused] = useState<Tile | null>(null);
  const entry = chosen ?? focused ?? home;
  const keep = useCallback((button: HTMLButtonElement | null) => {
    const tile = button?.dataset.tile as Tile | undefined;
    if (button && tile) buttons.current.set(tile, button);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = ARROWS[event.key];
    const from = play.layout.indexOf(focused ?? entry);
    if (step === undefined || from < 0) return;
    event.preventDefault();
    const column = from % COLUMNS;
    for (let cell = from + step; cell >= 0 && cell < play.layout.length; cell += step) {
      if (Math.abs(step) === 1 && Math.floor(cell / COLUMNS) !== Math.floor((from - column) / COLUMNS)) return;
      const tile = play.layout[cell];
      if (tile) {
        buttons.current.get(tile)?.focus();
        return;
      }
    }
  };
  return (
    <div
      className={styles.map}
      role="group"
      aria-label={speech.t("mapLabel")}
      aria-description={speech.t("mapKeys")}
      onKeyDown={onKeyDown}
    >
      <div className={styles.tiles}>
        {plots.map((plot) => (
          <CityTile
            key={plot.tile}
            plot={plot}
            name={speech.tile(plot.tile)}
            label={labelOf(plot, lit.has(plot.tile))}
            lit={lit.has(plot.tile)}
            chosen={chosen === plot.tile}
            payable={plot.tile === home ? payable.join() : ""}
            freshBoxes={fresh.boxes.get(plot.tile)?.join() ?? ""}
            freshlyFinished={fresh.finished.has(plot.tile)}
            inTabOrder={plot.tile === entry}
            onPoint={onPoint}
            onFocus={setFocused}
            buttonRef={keep}
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
