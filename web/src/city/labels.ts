import { createContext, use } from "react";
import type { Language } from "../words/language";
import type { Card, CardPiece, CityPieces, Dragon, Reward, Tile } from "./types";
import type { CityTranslate } from "./words";
import { tileName } from "./words/tile_names";

/** Texts for things on the board in the current language. */
export interface CityLabels {
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

export function createLabels(
  t: CityTranslate,
  language: Language,
  nameOf: (id: string) => string,
  playerOf: (seat: number) => string,
): CityLabels {
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
    dragon: (dragon) => t(DRAGON_KEYS[dragon], { name: nameOf(`dragon-${dragon}`) }),
    reward: (reward) =>
      list(REWARDS.filter((kind) => reward[kind] > 0).map((kind) => t(kind, { n: reward[kind] }))),
    list,
  };
}

const REWARDS = ["crystals", "cards", "scales"] as const;
const DRAGON_KEYS = { red: "dragonRed", green: "dragonGreen", blue: "dragonBlue" } as const;

/** Describe a card's power in one line. */
export function describePower(labels: CityLabels, card: CardPiece, pieces: CityPieces): string | null {
  const { t } = labels;
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
      const dragon = moved ? labels.dragon(moved) : "";
      return card.amount === null
        ? t("powerDragonAnywhere", { dragon })
        : t("powerDragonSteps", { dragon, n });
    }
  }
}

export const LabelsContext = createContext<CityLabels | null>(null);

export function useLabels(): CityLabels {
  const labels = use(LabelsContext);
  if (!labels) throw new Error("useLabels needs a LabelsContext.");
  return labels;
}
