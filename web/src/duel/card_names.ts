import type { DuelCard, DuelPieces } from "../contract/duel_pieces";
import { useLanguage } from "../words/language";
import { useWords } from "../words/lexicon";
import type { Icon } from "./signs";
import { cardWords, type CardWords } from "./words";

/** Editions we know are English and German; every other language reads the English names. */
export function useCardName(): (card: DuelCard) => string {
  const language = useLanguage();
  return (card) => (language === "de" ? card.name_de : card.name);
}

export const iconMeaning = (icon: Icon): keyof CardWords =>
  icon.startsWith("gang") ? "gangMeans" : (`${icon}Means` as keyof CardWords);

/** A card in one sentence, for who can't see it. */
export function useCardSummary(): (card: DuelCard) => string {
  const t = useWords(cardWords);
  const name = useCardName();
  return (card) =>
    [
      name(card),
      `${kinName(card.people)}, ${t(card.type)}`,
      card.fire !== null && t("fireOf", { value: card.fire }),
      card.earth !== null && t("earthOf", { value: card.earth }),
      card.capacity !== null && t("capacityOf", { capacity: card.capacity }),
      ...card.icons.map((icon) => t(icon)),
      card.text && t("textThere"),
    ]
      .filter(Boolean)
      .join(", ");
}

/** The peoples are called the same in every edition. */
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
