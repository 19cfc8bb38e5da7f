import { useMemo, useRef } from "react";
import type { AnyBoardProps } from "../game_ui/game_ui";
import { playerOf } from "../table/status";
import type { AnyView } from "../table/table_view";
import { Panel } from "../ui/controls";
import { useRestoredFocus } from "../ui/use_restored_focus";
import { coreWords } from "../words/core";
import { useTranslate } from "../words/messages";
import { Actions } from "./actions";
import styles from "./generic.module.css";
import { isRecord, useLabels } from "./labels";
import { Fields } from "./position";
import { listFieldsIn } from "./hidden";

/** Many games keep their options in their state. The options of the table show them already. */
const repeatedOptions = ({ play, options }: AnyView): readonly string[] =>
  isRecord(play) && JSON.stringify(play.options) === JSON.stringify(options) ? ["options"] : [];

/** The position as labelled fields and the legal actions as buttons. */
export function GenericBoard({ view, actions, act, sending, history, nameOf }: AnyBoardProps) {
  const coreT = useTranslate(coreWords);
  const { table, viewer } = view;
  const figures: unknown = view.figures;
  const labels = useLabels(nameOf, (seat) => playerOf(table, seat, coreT("seat", { number: seat + 1 })));
  const { t } = labels;
  const listFields = useMemo(() => listFieldsIn([table.play, history]), [table.play, history]);
  const context = { labels, viewer, listFields };
  const board = useRef<HTMLDivElement>(null);
  useRestoredFocus(board);
  return (
    <div ref={board} className={styles.board}>
      {viewer !== "spectator" && table.stage === "playing" && (
        <Actions labels={labels} actions={actions} act={act} sending={sending} />
      )}
      <Panel className={styles.position} aria-label={t("position")}>
        <h2>{t("position")}</h2>
        {isRecord(table.play) ? (
          <Fields record={table.play} except={repeatedOptions(table)} context={context} />
        ) : (
          <p>{t("none")}</p>
        )}
      </Panel>
      {isRecord(figures) && Object.keys(figures).length > 0 && (
        <details className={styles.details}>
          <summary>{t("figures")}</summary>
          <Fields record={figures} context={context} />
        </details>
      )}
      {isRecord(table.options) && Object.keys(table.options).length > 0 && (
        <details className={styles.details}>
          <summary>{t("options")}</summary>
          <Fields record={table.options} context={context} />
        </details>
      )}
    </div>
  );
}
