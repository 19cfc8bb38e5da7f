import type { DuelCard, DuelPieces } from "../contract/duel_pieces";
import { kinName } from "../duel/card_names";
import { KinMark } from "../duel/kin";
import { cardWords } from "../duel/words";
import { Button, Field, Tick } from "../look/controls";
import { useWords } from "../words/lexicon";
import { NO_WISHES, SORTS, type Sort, type Wishes } from "./browsing";
import styles from "./decks.module.css";
import { decksWords } from "./words";

/** What of all cards is to be shown. What can be chosen is what the cards have. */
export function Filters({
  pieces,
  wishes,
  change,
}: {
  pieces: DuelPieces;
  wishes: Wishes;
  change: (wishes: Wishes) => void;
}) {
  const t = useWords(decksWords);
  const cardT = useWords(cardWords);
  const wish = (part: Partial<Wishes>) => change({ ...wishes, ...part });
  const peoples = [...new Set(pieces.cards.map((card) => card.people))];
  const types = [...new Set(pieces.cards.map((card) => card.type))];
  const moons = [...new Set(pieces.cards.flatMap((card) => card.moons ?? []))].sort((a, b) => a - b);
  const highest = Math.max(...pieces.cards.map((card) => card.number ?? 0));
  const press = (people: DuelCard["people"]) => {
    const pressed = new Set(wishes.peoples);
    if (!pressed.delete(people)) pressed.add(people);
    wish({ peoples: pressed });
  };
  const untouched = JSON.stringify(plain(wishes)) === JSON.stringify(plain(NO_WISHES));
  return (
    <form className={styles.filters} role="search" onSubmit={(event) => event.preventDefault()}>
      <Field label={t("search")}>
        <input
          type="search"
          value={wishes.words}
          placeholder={t("searchHint")}
          onChange={(event) => wish({ words: event.target.value })}
        />
      </Field>
      <div className={styles.peoples} role="group" aria-label={t("peoples")}>
        <button
          type="button"
          className={styles.people}
          aria-pressed={wishes.peoples.size === 0}
          onClick={() => wish({ peoples: new Set() })}
        >
          {t("allPeoples")}
        </button>
        {peoples.map((people) => (
          <button
            key={people}
            type="button"
            className={styles.people}
            aria-pressed={wishes.peoples.has(people)}
            onClick={() => press(people)}
          >
            <KinMark kin={people} size={22} />
            {kinName(people)}
          </button>
        ))}
      </div>
      <details className={styles.more} open={roomy()}>
        <summary>{t("filters")}</summary>
        <div className={styles.narrow}>
          <Field label={t("sort")}>
            <select value={wishes.sort} onChange={(event) => wish({ sort: event.target.value as Sort })}>
              {SORTS.map((sort) => (
                <option key={sort} value={sort}>
                  {t(`sort_${sort}`)}
                </option>
              ))}
            </select>
          </Field>
          <Field label={t("type")}>
            <select
              value={wishes.type ?? ""}
              onChange={(event) => wish({ type: (event.target.value || null) as Wishes["type"] })}
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
              value={wishes.moons ?? ""}
              onChange={(event) =>
                wish({ moons: event.target.value === "" ? null : Number(event.target.value) })
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
              value={wishes.number ?? ""}
              onChange={(event) =>
                wish({ number: event.target.value === "" ? null : Number(event.target.value) })
              }
            />
          </Field>
          <Tick
            label={t("knownOnly")}
            checked={wishes.knownOnly}
            onChange={(event) => wish({ knownOnly: event.target.checked })}
          />
          <Button
            tone="quiet"
            disabled={untouched}
            onClick={() => change({ ...NO_WISHES, sort: wishes.sort })}
          >
            {t("reset")}
          </Button>
        </div>
      </details>
    </form>
  );
}

/** On a phone the cards come first. */
const roomy = () => globalThis.matchMedia?.("(min-width: 60rem)").matches ?? true;

/** Without what is no filter, and with sets that can be compared. */
const plain = ({ sort: _sort, peoples, ...rest }: Wishes) => ({ ...rest, peoples: [...peoples] });
