import { useSpeech } from "./speech";
import type { Plot } from "./site";
import { DRAGONS, type CityState } from "./wire";

/** A tile in words: its name, what is built, who is there, and whether one may go there. */
export function usePlotLabel(play: CityState): (plot: Plot, lit: boolean) => string {
  const speech = useSpeech();
  const { t } = speech;
  return (plot, lit) => {
    const parts = [speech.tile(plot.tile)];
    if (plot.finished) parts.push(t("finished"));
    else if (plot.printed) {
      const boxes = plot.printed.boxes.map((box, index) => {
        const stone = plot.stones[index] ?? null;
        const cost = box.colour ? `${t(box.colour)} ${box.value}` : t("anyColour", { value: box.value });
        return stone === null ? cost : t("boxTaken", { box: cost, player: speech.player(stone) });
      });
      parts.push(speech.list(boxes));
    }
    const figures = play.seats
      .filter((seat) => seat.figure === plot.tile)
      .map((seat) => speech.player(seat.seat));
    if (figures.length > 0) parts.push(t("figuresHere", { players: speech.list(figures) }));
    const dragons = DRAGONS.filter((dragon) => play.dragons[dragon] === plot.tile).map(speech.dragon);
    if (dragons.length > 0) parts.push(speech.list(dragons));
    if (lit) parts.push(t("canGo"));
    return parts.join(". ");
  };
}
