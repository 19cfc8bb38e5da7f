import { lazy } from "react";
import type { GameUiRegistration } from "../game_ui/game_ui";
import { overviewPath } from "./decks/paths";
import { ownDecks } from "./own_decks";

/** The opponent's default deck. */
const OTHER_DECK = "hoax";

export const registration: GameUiRegistration = {
  load: () => import("./game_ui").then((module) => module.gameUi),
  loadPresentation: () => import("./presentation").then((module) => module.presentation),
  OptionsForm: lazy(() => import("./options_form")),
  DeckForm: lazy(() => import("./deck_form")),
  acceptsDecks: (options) => options.own_decks === true,
  pages: [
    {
      path: overviewPath,
      label: { en: "Decks", de: "Decks", fr: "Decks", nl: "Decks", it: "Mazzi" },
      Page: lazy(() => import("./decks/decks_page")),
    },
  ],
  /** `deck=NAME` chooses an own deck. Unknown decks are ignored. */
  optionsFromUrl: (query) => {
    const deck = ownDecks().find(({ name }) => name === query.get("deck"));
    if (!deck) return {};
    const { leader, inquisitor, cards } = deck;
    return { decks: [{ leader, inquisitor, cards }, OTHER_DECK] };
  },
};
