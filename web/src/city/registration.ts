import { lazy } from "react";
import type { GameUiRegistration } from "../game_ui/game_ui";

export const registration: GameUiRegistration = {
  load: () => import("./game_ui").then((module) => module.gameUi),
  loadPresentation: () => import("./presentation").then((module) => module.presentation),
  OptionsForm: lazy(() => import("./options_form")),
};
