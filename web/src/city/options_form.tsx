import { Suspense, useEffect, useState } from "react";
import type { CityOptions as Options } from "../contract/city";
import type { OptionsProps } from "../game_ui/game_ui";
import { Field, Note, Checkbox } from "../ui/controls";
import { Loading } from "../ui/loading";
import { Assumptions } from "./assumptions";
import { useCityWords } from "./words";
import styles from "./options.module.css";

const SETS = [1, 2] as const;
const DEFAULT_SPLIT = { ones: 3, twos: 4, threes: 3 };
const CARDS_PER_PEOPLE = 10;
const CARDS_PER_VALUE_MAX = 6;
const CORNERS = ["north_west", "north_east", "south_west", "south_east"] as const;
const CORNER_PAIRS = CORNERS.flatMap((first, index) =>
  CORNERS.slice(index + 1).map((second) => [first, second] as const),
);

/** The pair of corners with these names; undefined for random ones. */
const cornersOf = (names: string): Options["corners"] => {
  const pair = CORNER_PAIRS.find((corners) => corners.join(" ") === names);
  return pair && [...pair];
};

/** The options of a new table. All have defaults. */
export default function CityOptions({ options, seats, change }: OptionsProps) {
  const { t } = useCityWords();
  const chosen = options as Partial<Options>;
  const sets = chosen.expansions ?? [];
  const split = chosen.split ?? DEFAULT_SPLIT;
  const [isOpen, setIsOpen] = useState(false);
  const total = split.ones + split.twos + split.threes;
  useEffect(() => {
    if (chosen.players !== seats) change({ ...options, players: seats });
  }, [chosen.players, seats, options, change]);
  const update = (patch: Partial<Options>) => change({ ...options, players: seats, ...patch });
  /** Corners and changed numbers belong to the extra tiles in play: they start again with the sets. */
  const chooseSet = (number: 1 | 2, checked: boolean) => {
    const expansions = SETS.filter((set) => (set === number ? checked : sets.includes(set)));
    update({ expansions, corners: undefined, tiles: undefined });
  };
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
          onChange={(event) => chooseSet(number, event.target.checked)}
        />
      ))}
      <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>{t("optionsMore")}</summary>
        {sets.length === 1 && (
          <Field label={t("optionCorners")}>
            <select
              value={(chosen.corners ?? []).join(" ")}
              onChange={(event) => update({ corners: cornersOf(event.target.value) })}
            >
              <option value="">{t("cornersRandom")}</option>
              {CORNER_PAIRS.map((pair) => (
                <option key={pair.join(" ")} value={pair.join(" ")}>
                  {pair.map((corner) => t(corner)).join(", ")}
                </option>
              ))}
            </select>
          </Field>
        )}
        <Checkbox
          label={t("optionStones")}
          checked={chosen.offer_without_stones ?? true}
          onChange={(event) => update({ offer_without_stones: event.target.checked })}
        />
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
        {isOpen && (
          <details>
            <summary>{t("assumptions")}</summary>
            <Suspense fallback={<Loading />}>
              <Assumptions expansions={sets} split={split} tiles={chosen.tiles ?? []} change={update} />
            </Suspense>
          </details>
        )}
      </details>
    </div>
  );
}
