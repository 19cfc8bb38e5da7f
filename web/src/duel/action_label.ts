import type { DuelFigures } from "../contract/duel";
import type { Translate } from "../words/messages";
import type { Play } from "./choices";
import type { Scene } from "./scene";
import type { TableWords } from "./words";

type TableTranslate = Translate<keyof TableWords>;

/** Return the label of an action's button; null for actions made by ticking cards. */
export function actionLabel(
  action: Play,
  t: TableTranslate,
  { play, below, nameOf, figures, cardOf }: Scene,
  siblings: readonly Play[],
): string | null {
  switch (action.type) {
    case "play_card": {
      if (action.cover) return t("playAndCover");
      if (!action.use_text) return t("playWithoutText");
      const hasBothPlays = siblings.some((other) => other.type === "play_card" && !other.use_text);
      return t(hasBothPlays ? "playWithText" : "play");
    }
    case "play_bluff":
      return t("playBluff");
    case "load_ship":
      return t("loadShip", { ship: nameOf(action.ship) });
    case "retrieve_card":
      return t("retrieve");
    case "discard_bluff":
      return t("discardBluff");
    case "land_ship":
      return t("landShip");
    case "replace_card":
      return t(action.draw ? "replaceDraw" : "replaceOnly");
    case "use_text":
      return action.count === null ? t("useText") : t("useTextCount", { count: action.count });
    case "announce_power": {
      const element = action.element ?? play.element ?? "fire";
      const plain = t(element === "fire" ? "announceFire" : "announceEarth", {
        power: announcedPower(figures, element),
      });
      const target = action.targets[0];
      return target
        ? t("announceTarget", {
            announce: t(element === "fire" ? "announceFire" : "announceEarth", { power: "…" }),
            text: nameOf(target.text),
            card: nameOf(target.card),
          })
        : plain;
    }
    case "finish_phase": {
      const { phase, first } = play.turn;
      if (phase === "retreat_or_decline") return t(first ? "finish_decline" : "finish_retreat");
      return t(`finish_${phase}`);
    }
    case "retreat":
      return t("retreat");
    case "rewind_turn":
      return t("rewind");
    case "concede":
      return t("concede");
    case "choose_option":
      return optionLabel(action.option, t);
    case "choose_deck": {
      return deckName(preparedDecks(play, below)[action.deck], nameOf, cardOf);
    }
    case "mulligan":
    case "decline_fight":
    case "pay_demand":
    case "choose_cards":
      return null;
  }
}

export type Deck = string | { leader: string | null };

/** The decks that a seat can choose from: brought or drawn, or those of the options. */
function preparedDecks(play: Scene["play"], seat: number): readonly Deck[] {
  const prepared = play.prepared?.[seat]?.decks;
  if (Array.isArray(prepared)) return prepared;
  const { decks, reserves } = play.options as unknown as { decks: Deck[]; reserves: Deck[][] };
  return [decks[seat]!, ...(reserves[seat] ?? [])];
}

/** Name a preset deck by its people, an own deck by its leader. */
export function deckName(deck: Deck | undefined, nameOf: Scene["nameOf"], cardOf: Scene["cardOf"]): string {
  if (deck === undefined) return "?";
  if (typeof deck === "string") return nameOf(deck);
  const leader = deck.leader ? cardOf(deck.leader) : undefined;
  return leader ? `${nameOf(leader.people)} (${nameOf(leader.id)})` : "?";
}

const OPTIONS = ["yes", "no", "booster", "support", "character"] as const;

function optionLabel(option: string, t: TableTranslate): string {
  const known = OPTIONS.find((word) => word === option);
  return known ? t(`option_${known}`) : option;
}

const announcedPower = (figures: DuelFigures | null, element: "fire" | "earth"): number | string =>
  figures?.to_beat.find((goal) => goal.element === element)?.highest ?? "";
