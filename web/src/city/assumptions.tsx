import { use } from "react";
import { piecesOf } from "../gateway/site";
import { useNames } from "../words/use_names";
import type { CityOptions, CityPieces } from "../contract/city";
import { tileName } from "./words/tile_names";
import { useCityWords } from "./words";
import styles from "./options.module.css";

type Split = NonNullable<CityOptions["split"]>;
type TileNumbers = NonNullable<CityOptions["tiles"]>[number];

/** The printed numbers that are not certain, with what they may be instead. */
export function Assumptions({
  expansions,
  split,
  tiles,
  change,
}: {
  expansions: readonly number[];
  split: Split;
  tiles: readonly TileNumbers[];
  change: (patch: Partial<Pick<CityOptions, "split" | "tiles">>) => void;
}) {
  const { t, language } = useCityWords();
  const nameOf = useNames("city");
  const pieces = use(piecesOf("city")) as CityPieces;
  const inPlay = pieces.tiles.filter(({ expansion }) => expansion === null || expansions.includes(expansion));
  const percent = (certainty: number) =>
    certainty === 0
      ? t("assumptionOurs")
      : new Intl.NumberFormat(language, { style: "percent" }).format(certainty);
  const chooseBoxes = (tile: TileNumbers["tile"], printed: readonly number[], boxes: number[]) =>
    change({
      tiles: [
        ...tiles.filter((numbers) => numbers.tile !== tile),
        ...(boxes.join(" ") === printed.join(" ")
          ? []
          : [{ tile, boxes, star: null, participant: null, neighbour: null }]),
      ],
    });
  return (
    <>
      <p className={styles.soft}>{t("assumptionsNote")}</p>
      <table className={styles.assumptions}>
        <thead>
          <tr>
            <th scope="col">{t("assumptionTile")}</th>
            <th scope="col">{t("assumptionValues")}</th>
            <th scope="col">{t("assumptionCertainty")}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{t("assumptionSplit")}</th>
            <td>
              <Values
                label={t("assumptionSplit")}
                choices={[pieces.split.split, ...pieces.split.others].map(valuesOf)}
                chosen={valuesOf(split)}
                onChoose={([ones = 0, twos = 0, threes = 0]) => change({ split: { ones, twos, threes } })}
              />
            </td>
            <td>{percent(pieces.split.certainty)}</td>
          </tr>
          {inPlay.map(({ tile, boxes, other_boxes: others, certainty }) => {
            const printed = boxes.map((box) => box.value);
            const name = tileName(tile, language, nameOf);
            const changed = tiles.find((numbers) => numbers.tile === tile)?.boxes;
            return (
              <tr key={tile}>
                <th scope="row">{name}</th>
                <td>
                  <Values
                    label={name}
                    choices={[printed, ...others]}
                    chosen={changed ?? printed}
                    onChoose={(values) => chooseBoxes(tile, printed, values)}
                  />
                </td>
                <td>{percent(certainty)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}

const valuesOf = (split: Split): number[] => [split.ones ?? 0, split.twos ?? 0, split.threes ?? 0];

/** Values to choose from; plain text if there is only one choice. */
function Values({
  label,
  choices,
  chosen,
  onChoose,
}: {
  label: string;
  choices: readonly (readonly number[])[];
  chosen: readonly number[];
  onChoose: (values: number[]) => void;
}) {
  const texts = choices.map((values) => values.join(" "));
  const text = chosen.join(" ");
  if (texts.length === 1 && texts[0] === text) return <>{text}</>;
  return (
    <select
      aria-label={label}
      value={text}
      onChange={(event) => onChoose(event.target.value.split(" ").map(Number))}
    >
      {(texts.includes(text) ? texts : [text, ...texts]).map((values) => (
        <option key={values}>{values}</option>
      ))}
    </select>
  );
}
