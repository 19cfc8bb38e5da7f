import { lazy } from "react";
import { GAME_UIS } from "../games";
import type { OptionsProps } from "./game_ui";

const GenericOptionsForm = lazy(() => import("../generic/options_form"));

/** The options of a new table: the game's own form, or one made from the schema. */
export function OptionsForm(props: OptionsProps) {
  const gameUi = GAME_UIS[props.game.id];
  return gameUi?.OptionsForm ? <gameUi.OptionsForm {...props} /> : <GenericOptionsForm {...props} />;
}
