import { useEffect } from "react";
import type { CityOptions as Options } from "../contract/city_options";
import type { OptionsProps } from "../faces/face";
import { Field, Note, Tick } from "../look/controls";
import { useCityWords } from "./words";
import styles from "./options.module.css";

const SETS = [1, 2] as const;
const SPLIT = { ones: 3, twos: 4, threes: 3 };
const CARDS_PER_PEOPLE = 10;
const MOST_OF_A_VALUE = 6;

/** What can be chosen for a table: the usual game needs nothing. */
export default function CityOptions({ options, seats, change }: OptionsProps) {
  const { t } = useCityWords();
  const wished = options as Partial<Options>;
  const sets = wished.expansions ?? [];
  const split = wished.split ?? SPLIT;
  const total = split.ones + split.twos + split.threes;
  useEffect(() => {
    if (wished.players !== seats) change({ ...options, players: seats });
  }, [wished.players, seats, options, change]);
  const set = (fresh: Partial<Options>) => change({ ...options, players: seats, ...fresh });
  return (
    <div className={styles.options}>
      <Tick
        label={t("optionRandomCity")}
        checked={wished.random_city ?? false}
        onChange={(event) => set({ random_city: event.target.checked })}
      />
      {SETS.map((number) => (
        <Tick
          key={number}
          label={t(number === 1 ? "optionSet1" : "optionSet2")}
          checked={sets.includes(number)}
          onChange={(event) =>
            set({
              expansions: SETS.filter((one) => (one === number ? event.target.checked : sets.includes(one))),
            })
          }
        />
      ))}
      <details>
        <summary>{t("optionsMore")}</summary>
        <p className={styles.soft}>{t("optionSplitNote", { n: CARDS_PER_PEOPLE })}</p>
        <div className={styles.split}>
          {(["ones", "twos", "threes"] as const).map((value) => (
            <Field key={value} label={t(value)}>
              <input
                type="number"
                min={0}
                max={MOST_OF_A_VALUE}
                value={split[value]}
                onChange={(event) => set({ split: { ...split, [value]: event.target.valueAsNumber || 0 } })}
              />
            </Field>
          ))}
        </div>
        {total !== CARDS_PER_PEOPLE && (
          <Note kind="warn">{t("optionSplitWrong", { n: total, all: CARDS_PER_PEOPLE })}</Note>
        )}
      </details>
    </div>
  );
}
