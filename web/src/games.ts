import { registration as city } from "./city/registration";
import { registration as duel } from "./duel/registration";
import type { GameUiRegistration } from "./game_ui/game_ui";

/** All game UIs by game id. Games that are not listed here are played with the generic game UI. */
export const GAME_UIS: Readonly<Partial<Record<string, GameUiRegistration>>> = { city, duel };
