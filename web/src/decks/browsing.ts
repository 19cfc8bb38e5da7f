import type { DuelCard } from "../contract/duel_pieces";

export const SORTS = ["people", "name", "fire", "earth", "moons"] as const;
export type Sort = (typeof SORTS)[number];

/** What of all cards is shown. Empty or null asks for nothing in particular. */
export interface Wishes {
  words: string;
  peoples: ReadonlySet<DuelCard["people"]>;
  type: DuelCard["type"] | null;
  moons: number | null;
  number: number | null;
  /** Only cards that decks may be made of. */
  knownOnly: boolean;
  sort: Sort;
}

export const NO_WISHES: Wishes = {
  words: "",
  peoples: new Set(),
  type: null,
  moons: null,
  number: null,
  knownOnly: false,
  sort: "people",
};

/** How the page reads a card: what is searched, and by which name it is sorted. */
export interface Reader {
  language: string;
  nameOf: (card: DuelCard) => string;
  /** The name, the people, the type and the text, in the words of the page and those of the card. */
  wordsOf: (card: DuelCard) => string;
}

/** The cards asked for, sorted; those of `first`'s people come before the other peoples'. */
export function found(
  cards: readonly DuelCard[],
  wishes: Wishes,
  reader: Reader,
  first: DuelCard["people"] | null,
): DuelCard[] {
  const needles = folded(wishes.words).split(/\s+/).filter(Boolean);
  const collator = new Intl.Collator(reader.language);
  const places = new Map<string, number>();
  for (const { people } of cards)
    if (!places.has(people)) places.set(people, people === first ? -1 : places.size);
  const byPeople = (a: DuelCard, b: DuelCard) =>
    places.get(a.people)! - places.get(b.people)! || (a.number ?? 0) - (b.number ?? 0);
  const byName = (a: DuelCard, b: DuelCard) => collator.compare(reader.nameOf(a), reader.nameOf(b));
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
    .filter((card) => isWished(card, wishes))
    .filter((card) => {
      if (needles.length === 0) return true;
      const hay = folded(reader.wordsOf(card));
      return needles.every((needle) => hay.includes(needle));
    })
    .sort(order[wishes.sort]);
}

function isWished(card: DuelCard, { peoples, type, moons, number, knownOnly }: Wishes): boolean {
  return (
    (peoples.size === 0 || peoples.has(card.people)) &&
    (type === null || card.type === type) &&
    (moons === null || card.moons === moons) &&
    (number === null || card.number === number) &&
    (!knownOnly || card.known)
  );
}

/** Who types "demegodas" or "hüter" without the marks finds it all the same. */
const folded = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
