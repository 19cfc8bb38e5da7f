import { useLabels } from "./labels";
import type { Plot } from "./plots";
import { DRAGONS, type CityState } from "./types";

/** Describe a tile: name, boxes, figures and dragons, and whether it is in reach. */
export function usePlotLabel(play: CityState): (plot: Plot, lit: boolean) => string {
  const labels = useLabels();
  const { t } = labels;
  return (plot, lit) => {
    const parts = [labels.tile(plot.tile)];
    if (plot.finished) parts.push(t("finished"));
    else if (plot.printed) {
      const boxes = plot.printed.boxes.map((box, index) => {
        const stone = plot.stones[index] ?? null;
        const cost = box.colour ? `${t(box.colour)} ${box.value}` : t("anyColour", { value: box.value });
        return stone === null ? cost : t("boxTaken", { box: cost, player: labels.player(stone) });
      });
      parts.push(labels.list(boxes));
    }
    const figures = play.seats
      .filter((seat) => seat.figure === plot.tile)
      .map((seat) => labels.player(seat.seat));
    if (figures.length > 0) parts.push(t("figuresHere", { players: labels.list(figures) }));
    const dragons = DRAGONS.filter((dragon) => play.dragons[dragon] === plot.tile).map(labels.dragon);
    if (dragons.length > 0) parts.push(labels.list(dragons));
    if (lit) parts.push(t("actionAvailable"));
    return parts.join(". ");
  };
}
