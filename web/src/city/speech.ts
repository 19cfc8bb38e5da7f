import { createContext, use } from "react";
import type { Language } from "../words/language";
import type { Card, CardPiece, CityPieces, Dragon, Reward, Tile } from "./wire";
import type { CityTranslate } from "./words";
import { tileName } from "./words/tile_names";

/** How the board speaks of its things in the language of the page. */
export interface Speech {
  t: CityTranslate;
  tile: (tile: Tile) => string;
  people: (people: string) => string;
  card: (card: Card) => string;
  cards: (cards: readonly Card[]) => string;
  player: (seat: number) => string;
  dragon: (dragon: Dragon) => string;
  reward: (reward: Reward) => string;
  list: (parts: readonly string[]) => string;
}

export function speechOf(
  t: CityTranslate,
  language: Language,
  nameOf: (id: string) => string,
  playerOf: (seat: number) => string,
): Speech {
  const listing = new Intl.ListFormat(language);
  const list = (parts: readonly string[]) => listing.format(parts);
  const card = (id: Card) => {
    const [people = "", value = ""] = id.split("-");
    return `${nameOf(people)} ${value}`;
  };
  return {
    t,
    tile: (tile) => tileName(tile, language, nameOf),
    people: nameOf,
    card,
    cards: (cards) => list(cards.map(card)),
    player: playerOf,
    dragon: (dragon) => t(DRAGON_WORDS[dragon], { name: nameOf(`dragon-${dragon}`) }),
    reward: (reward) =>
      list(REWARDS.filter((kind) => reward[kind] > 0).map((kind) => t(kind, { n: reward[kind] }))),
    list,
  };
}

const REWARDS = ["crystals", "cards", "scales"] as const;
const DRAGON_WORDS = { red: "dragonRed", green: "dragonGreen", blue: "dragonBlue" } as const;

/** What a card can do, in a line. */
export function powerOf(speech: Speech, card: CardPiece, pieces: CityPieces): string | null {
  const { t } = speech;
  const [power] = card.powers;
  if (power === undefined) return null;
  const n = card.amount ?? 0;
  switch (power) {
    case "fly":
      return t("powerFly");
    case "hasten":
      return t("powerHasten", { n });
    case "any_colour":
      return t("powerAnyColour", { n });
    case "pair":
      return t("powerPair", { n });
    case "recolour":
      return t("powerRecolour", { n });
    case "offer_again":
      return t("powerOfferAgain", { n });
    case "move_dragon": {
      const moved = pieces.peoples.find((piece) => piece.people === card.people)?.dragon;
      const dragon = moved ? speech.dragon(moved) : "";
      return card.amount === null
        ? t("powerDragonAnywhere", { dragon })
        : t("powerDragonSteps", { dragon, n });
    }
  }
}

export const SpeechContext = createContext<Speech | null>(null);

export function useSpeech(): Speech {
  const speech = use(SpeechContext);
  if (!speech) throw new Error("A part of the board was drawn outside of it.");
  return speech;
}
