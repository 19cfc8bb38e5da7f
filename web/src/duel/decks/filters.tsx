import type { DuelCard, DuelPieces } from "../../contract/duel";
import { kinName } from "../card_names";
import { KinMark } from "../kin";
import { cardWords } from "../words";
import { Button, Field, Checkbox } from "../../ui/controls";
import { useTranslate } from "../../words/messages";
import { NO_FILTER, SORTS, type Sort, type CardFilter } from "./card_search";
import styles from "./decks.module.css";
import { decksWords } from "./words";

/** Filters of the card list, offering only values that some card has. */
export function Filters({
  pieces,
  filter,
  change,
}: {
  pieces: DuelPieces;
  filter: CardFilter;
  change: (filter: CardFilter) => void;
}) {
  const t = useTranslate(decksWords);
  const cardT = useTranslate(cardWords);
  const update = (patch: Partial<CardFilter>) => change({ ...filter, ...patch });
  const peoples = [...new Set(pieces.cards.map((card) => card.people))];
  const types = [...new Set(pieces.cards.map((card) => card.type))];
  const moons = [...new Set(pieces.cards.flatMap((card) => card.moons ?? []))].sort((a, b) => a - b);
  const highest = Math.max(...pieces.cards.map((card) => card.number ?? 0));
  const togglePeople = (people: DuelCard["people"]) => {
    const selected = new Set(filter.peoples);
    if (!selected.delete(people)) selected.add(people);
    update({ peoples: selected });
  };
  const isDefault = JSON.stringify(comparable(filter)) === JSON.stringify(comparable(NO_FILTER));
  return (
    <form className={styles.filters} role="search" onSubmit={(event) => event.preventDefault()}>
      <Field label={t("search")}>
        <input
          type="search"
          value={filter.words}
          placeholder={t("searchHint")}
          onChange={(event) => update({ words: event.target.value })}
        />
      </Field>
      <div className={styles.peoples} role="group" aria-label={t("peoples")}>
        <button
          type="button"
          className={styles.people}
          aria-pressed={filter.peoples.size === 0}
          onClick={() => update({ peoples: new Set() })}
        >
          {t("allPeoples")}
        </button>
        {peoples.map((people) => (
          <button
            key={people}
            type="button"
            className={styles.people}
            aria-pressed={filter.peoples.has(people)}
            onClick={() => togglePeople(people)}
          >
            <KinMark kin={people} size={22} />
            {kinName(people)}
          </button>
        ))}
      </div>
      <details className={styles.more} open={isWideScreen()}>
        <summary>{t("filters")}</summary>
        <div className={styles.narrow}>
          <Field label={t("sort")}>
            <select value={filter.sort} onChange={(event) => update({ sort: event.target.value as Sort })}>
              {SORTS.map((sort) => (
                <option key={sort} value={sort}>
                  {t(`sort_${sort}`)}
                </option>
              ))}
            </select>
          </Field>
          <Field label={t("type")}>
            <select
              value={filter.type ?? ""}
              onChange={(event) => update({ type: (event.target.value || null) as CardFilter["type"] })}
            >
              <option value="">{t("anyType")}</option>
              {types.map((type) => (
                <option key={type} value={type}>
                  {cardT(type)}
                </option>
              ))}
            </select>
          </Field>
          <Field label={t("moonsFilter")}>
            <select
              value={filter.moons ?? ""}
              onChange={(event) =>
                update({ moons: event.target.value === "" ? null : Number(event.target.value) })
              }
            >
              <option value="">{t("anyMoons")}</option>
              {moons.map((count) => (
                <option key={count} value={count}>
                  {count}
                </option>
              ))}
            </select>
          </Field>
          <Field label={t("number")}>
            <input
              type="number"
              inputMode="numeric"
              min={0}
              max={highest}
              className={styles.number}
              value={filter.number ?? ""}
              onChange={(event) =>
                update({ number: event.target.value === "" ? null : Number(event.target.value) })
              }
            />
          </Field>
          <Checkbox
            label={t("knownOnly")}
            checked={filter.knownOnly}
            onChange={(event) => update({ knownOnly: event.target.checked })}
          />
          <Button
            tone="quiet"
            disabled={isDefault}
            onClick={() => change({ ...NO_FILTER, sort: filter.sort })}
          >
            {t("reset")}
          </Button>
        </div>
      </details>
    </form>
  );
}

/** On phones the filters start collapsed. */
const isWideScreen = () => globalThis.matchMedia?.("(min-width: 60rem)").matches ?? true;

/** The filter without its sort order, comparable as JSON. */
const comparable = ({ sort: _sort, peoples, ...rest }: CardFilter) => ({ ...rest, peoples: [...peoples] });
