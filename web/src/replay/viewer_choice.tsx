import { Field } from "../ui/controls";
import type { AnyView, Viewer } from "../table/table_view";
import { coreWords } from "../words/core";
import { useTranslate } from "../words/messages";
import styles from "./replay.module.css";
import { replayWords } from "./words";

/** Chooses the viewer, once the game is over. */
export function ViewerChoice({
  table,
  viewer,
  over,
  change,
}: {
  table: AnyView;
  viewer: Viewer;
  over: boolean;
  change: (viewer: Viewer) => void;
}) {
  const coreT = useTranslate(coreWords);
  const t = useTranslate(replayWords);
  if (!over) return <p className={styles.soft}>{t("viewerLater")}</p>;
  return (
    <Field label={t("viewer")}>
      <select
        value={String(viewer)}
        onChange={(event) =>
          change(event.target.value === "spectator" ? "spectator" : Number(event.target.value))
        }
      >
        <option value="spectator">{t("viewerSpectator")}</option>
        {table.seats.map(({ seat, player }) => (
          <option key={seat} value={seat}>
            {player ?? coreT("seat", { number: seat + 1 })}
          </option>
        ))}
      </select>
    </Field>
  );
}
