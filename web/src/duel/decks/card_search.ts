import type { DuelCard } from "../../contract/duel";

export const SORTS = ["people", "name", "fire", "earth", "moons"] as const;
export type Sort = (typeof SORTS)[number];

/** Filter of the card list. Empty or null matches everything. */
export interface CardFilter {
  words: string;
  peoples: ReadonlySet<DuelCard["people"]>;
  type: DuelCard["type"] | null;
  moons: number | null;
  number: number | null;
  /** Only cards allowed in decks. */
  knownOnly: boolean;
  sort: Sort;
}

export const NO_FILTER: CardFilter = {
  words: "",
  peoples: new Set(),
  type: null,
  moons: null,
  number: null,
  knownOnly: false,
  sort: "people",
};

/** Texts of a card for searching and sorting. */
export interface CardTexts {
  language: string;
  nameOf: (card: DuelCard) => string;
  /** Name, people, type and text in the page's language and the card's. */
  wordsOf: (card: DuelCard) => string;
}

/** Return matching cards, sorted. Cards of `first`'s people come before others. */
export function searchCards(
  cards: readonly DuelCard[],
  filter: CardFilter,
  texts: CardTexts,
  first: DuelCard["people"] | null,
): DuelCard[] {
  const needles = normalized(filter.words).split(/\s+/).filter(Boolean);
  const collator = new Intl.Collator(texts.language);
  const peopleOrder = new Map<string, number>();
  for (const { people } of cards)
    if (!peopleOrder.has(people)) peopleOrder.set(people, people === first ? -1 : peopleOrder.size);
  const byPeople = (a: DuelCard, b: DuelCard) =>
    peopleOrder.get(a.people)! - peopleOrder.get(b.people)! || (a.number ?? 0) - (b.number ?? 0);
  const byName = (a: DuelCard, b: DuelCard) => collator.compare(texts.nameOf(a), texts.nameOf(b));
  const highest = (value: (card: DuelCard) => number | null) => (a: DuelCard, b: DuelCard) =>
    (value(b) ?? -1) - (value(a) ?? -1) || byPeople(a, b);
  const order: Record<Sort, (a: DuelCard, b: DuelCard) => number> = {
    people: byPeople,
    name: byName,
    fire: highest((card) => card.fire),
    earth: highest((card) => card.earth),
    moons: highest((card) => card.moons),
  };
  return cards
    .filter((card) => matches(card, filter))
    .filter((card) => {
      if (needles.length === 0) return true;
      const haystack = normalized(texts.wordsOf(card));
      return needles.every((needle) => haystack.includes(needle));
    })
    .sort(order[filter.sort]);
}

function matches(card: DuelCard, { peoples, type, moons, number, knownOnly }: CardFilter): boolean {
  return (
    (peoples.size === 0 || peoples.has(card.people)) &&
    (type === null || card.type === type) &&
    (moons === null || card.moons === moons) &&
    (number === null || card.number === number) &&
    (!knownOnly || card.known)
  );
}

/** Strip accents and case, so that "huter" finds "Hüter". */
const normalized = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
