import { useLanguage, type Language } from "../words/language";
import { useTranslate, type Translate } from "../words/messages";
import { useNames } from "../words/use_names";
import { genericWords, type GenericWords } from "./words";

/** Turn ids and values of a game that the page knows nothing about into text. */
export interface Labels {
  t: Translate<keyof GenericWords>;
  language: Language;
  /** The catalogue's name of an id, or the id as readable text. */
  label: (id: string) => string;
  playerOf: (seat: number) => string;
  /** A value of a field in one line. */
  text: (field: string, value: unknown) => string;
  /** Fields of a record in one line: `Card: Seven, Target: Basalt`. */
  fields: (record: object, except: readonly string[]) => string;
}

const ID = /^[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)*$/;

/** `cards_drawn` and `cardsDrawn` become `Cards drawn`. Anything that is not an id stays as it is. */
export function humanize(id: string): string {
  if (!ID.test(id) || id === id.toUpperCase()) return id;
  const words = id.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/[_-]+/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

const SEAT_FIELD = /^(?:seat|seats|by|to_act|winner|winners|\w+_seats?)$/;

/** Whether a number in this field is a seat. */
export const isSeatField = (field: string): boolean => SEAT_FIELD.test(field);

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function createLabels(
  t: Labels["t"],
  language: Language,
  nameOf: (id: string) => string,
  playerOf: (seat: number) => string,
  /** Names of fields that hold lists. A number in such a field is the length of a hidden list. */
  listFields: ReadonlySet<string> = new Set(),
): Labels {
  const numbers = new Intl.NumberFormat(language);
  const lists = new Intl.ListFormat(language, { type: "unit" });
  const label = (id: string) => {
    const name = nameOf(id);
    return name === id ? humanize(id) : name;
  };
  const numberText = (field: string, value: number): string => {
    if (isSeatField(field)) return playerOf(value);
    return listFields.has(field) && value > 0 ? t("hiddenCount", { count: value }) : numbers.format(value);
  };
  const text = (field: string, value: unknown): string => {
    if (value === null || value === undefined) return t("none");
    if (typeof value === "boolean") return t(value ? "yes" : "no");
    if (typeof value === "number") return numberText(field, value);
    if (typeof value === "string") return label(value);
    if (Array.isArray(value))
      return value.length === 0 ? t("none") : lists.format(value.map((item) => text(field, item)));
    return fields(value, []);
  };
  const fields = (record: object, except: readonly string[]): string =>
    lists.format(
      Object.entries(record)
        .filter(([name]) => !except.includes(name))
        .map(([name, value]) => t("field", { name: label(name), value: text(name, value) })),
    );
  return { t, language, label, playerOf, text, fields };
}

/** Labels for a table. */
export function useLabels(
  nameOf: (id: string) => string,
  playerOf: (seat: number) => string,
  listFields?: ReadonlySet<string>,
): Labels {
  const t = useTranslate(genericWords);
  const language = useLanguage();
  return createLabels(t, language, nameOf, playerOf, listFields);
}

/** Return the label of an id of a game. */
export function useLabel(game: string): (id: string) => string {
  const nameOf = useNames(game);
  return (id) => {
    const name = nameOf(id);
    return name === id ? humanize(id) : name;
  };
}
