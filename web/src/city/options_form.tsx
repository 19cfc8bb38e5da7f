import { useEffect } from "react";
import type { CityOptions as Options } from "../contract/city";
import type { OptionsProps } from "../game_ui/game_ui";
import { Field, Note, Checkbox } from "../ui/controls";
import { useCityWords } from "./words";
import styles from "./options.module.css";

const SETS = [1, 2] as const;
const DEFAULT_SPLIT = { ones: 3, twos: 4, threes: 3 };
const CARDS_PER_PEOPLE = 10;
const CARDS_PER_VALUE_MAX = 6;

/** The options of a new table. All have defaults. */
export default function CityOptions({ options, seats, change }: OptionsProps) {
  const { t } = useCityWords();
  const chosen = options as Partial<Options>;
  const sets = chosen.expansions ?? [];
  const split = chosen.split ?? DEFAULT_SPLIT;
  const total = split.ones + split.twos + split.threes;
  useEffect(() => {
    if (chosen.players !== seats) change({ ...options, players: seats });
  }, [chosen.players, seats, options, change]);
  const update = (patch: Partial<Options>) => change({ ...options, players: seats, ...patch });
  return (
    <div className={styles.options}>
      <Checkbox
        label={t("optionRandomCity")}
        checked={chosen.random_city ?? false}
        onChange={(event) => update({ random_city: event.target.checked })}
      />
      {SETS.map((number) => (
        <Checkbox
          key={number}
          label={t(number === 1 ? "optionSet1" : "optionSet2")}
          checked={sets.includes(number)}
          onChange={(event) =>
            update({
              expansions: SETS.filter((expansion) =>
                expansion === number ? event.target.checked : sets.includes(expansion),
              ),
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
                max={CARDS_PER_VALUE_MAX}
                value={split[value]}
                onChange={(event) =>
                  update({ split: { ...split, [value]: event.target.valueAsNumber || 0 } })
                }
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
