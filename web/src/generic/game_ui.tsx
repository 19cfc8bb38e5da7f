import type { GameUi } from "../game_ui/game_ui";
import { GenericBoard } from "./board";
import { useLabel } from "./labels";
import { useNarrator } from "./narration";

/** Plays and replays any game from its view, legal actions and labels. */
export const gameUi: GameUi = {
  Board: GenericBoard,
  useNarrator,
  isTurningPoint: (event) => event.type === "game_ended",
  useScoreName: useLabel,
};
