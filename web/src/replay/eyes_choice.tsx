import { Field } from "../look/controls";
import type { AnyView, Viewer } from "../table/seen";
import { coreWords } from "../words/core";
import { useWords } from "../words/lexicon";
import styles from "./replay.module.css";
import { replayWords } from "./words";

/** With whose eyes: anybody's once the game is over. */
export function EyesChoice({
  table,
  eyes,
  over,
  change,
}: {
  table: AnyView;
  eyes: Viewer;
  over: boolean;
  change: (eyes: Viewer) => void;
}) {
  const core = useWords(coreWords);
  const t = useWords(replayWords);
  if (!over) return <p className={styles.soft}>{t("eyesLater")}</p>;
  return (
    <Field label={t("eyes")}>
      <select
        value={String(eyes)}
        onChange={(event) =>
          change(event.target.value === "spectator" ? "spectator" : Number(event.target.value))
        }
      >
        <option value="spectator">{t("eyesSpectator")}</option>
        {table.chairs.map(({ seat, player }) => (
          <option key={seat} value={seat}>
            {player ?? core("seat", { number: seat + 1 })}
          </option>
        ))}
      </select>
    </Field>
  );
}
