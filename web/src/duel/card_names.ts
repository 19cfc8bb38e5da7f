import type { DuelCard, DuelPieces } from "../contract/duel";
import { useLanguage } from "../words/language";
import { useTranslate } from "../words/messages";
import type { Icon } from "./signs";
import { cardWords, type CardWords } from "./words";

/** Published card names are English and German. Other languages use the English ones. */
export function useCardName(): (card: DuelCard) => string {
  const language = useLanguage();
  return (card) => (language === "de" ? card.name_de : card.name);
}

export const iconMeaning = (icon: Icon): keyof CardWords =>
  icon.startsWith("gang") ? "gangMeans" : (`${icon}Means` as keyof CardWords);

/** Describe a card in one sentence, for screen readers. */
export function useCardSummary(): (card: DuelCard) => string {
  const t = useTranslate(cardWords);
  const name = useCardName();
  return (card) =>
    [
      name(card),
      `${kinName(card.people)}, ${t(card.type)}`,
      card.fire !== null && t("fireOf", { value: card.fire }),
      card.earth !== null && t("earthOf", { value: card.earth }),
      card.capacity !== null && t("capacityOf", { capacity: card.capacity }),
      ...card.icons.map((icon) => t(icon)),
      card.text && t("hasText"),
    ]
      .filter(Boolean)
      .join(", ");
}

/** Peoples have the same name in every edition. */
export const kinName = (kin: DuelCard["people"]): string => kin.slice(0, 1).toUpperCase() + kin.slice(1);

const indexes = new WeakMap<DuelPieces, Map<string, DuelCard>>();

export function cardsById(pieces: DuelPieces): Map<string, DuelCard> {
  let index = indexes.get(pieces);
  if (!index) {
    index = new Map(pieces.cards.map((card) => [card.id, card]));
    indexes.set(pieces, index);
  }
  return index;
}
