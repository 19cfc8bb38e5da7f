import { useId, useState } from "react";
import type { AnyAction } from "../table/table_view";
import { Button, Panel } from "../ui/controls";
import styles from "./generic.module.css";
import type { Labels } from "./labels";

/** More actions of one type are shown on demand. */
const SHOWN_MAX = 40;

/** The legal actions as buttons, grouped by type. */
export function Actions({
  labels,
  actions,
  act,
  sending,
}: {
  labels: Labels;
  actions: readonly AnyAction[];
  act: (action: AnyAction) => void;
  sending: boolean;
}) {
  const { t } = labels;
  const types = [...new Set(actions.map(({ type }) => type))];
  return (
    <Panel className={styles.actions} aria-label={t("moves")}>
      <h2>{t("moves")}</h2>
      {types.length === 0 && <p className={styles.soft}>{t("waiting")}</p>}
      {types.map((type) => (
        <ActionGroup
          key={type}
          type={type}
          actions={actions.filter((action) => action.type === type)}
          labels={labels}
          act={act}
          sending={sending}
        />
      ))}
    </Panel>
  );
}

function ActionGroup({
  type,
  actions,
  labels,
  act,
  sending,
}: {
  type: string;
  actions: readonly AnyAction[];
  labels: Labels;
  act: (action: AnyAction) => void;
  sending: boolean;
}) {
  const { t, label } = labels;
  const id = useId();
  const [all, setAll] = useState(false);
  const shown = all ? actions : actions.slice(0, SHOWN_MAX);
  const isPlain = actions.length === 1 && Object.keys(actions[0]!).length === 1;
  return (
    <div role="group" aria-labelledby={id} className={styles.group}>
      <h3 id={id} className={isPlain ? "visually-hidden" : undefined}>
        {label(type)}
      </h3>
      {shown.map((action) => {
        const choice = choiceText(labels, action);
        const name = choice ? t("field", { name: label(type), value: choice }) : label(type);
        return (
          <Button
            key={JSON.stringify(action)}
            aria-label={name}
            // Not `disabled`, which would lose the keyboard focus.
            aria-disabled={sending}
            onClick={() => !sending && act(action)}
          >
            {choice || label(type)}
          </Button>
        );
      })}
      {shown.length < actions.length && (
        <Button tone="quiet" onClick={() => setAll(true)}>
          {t("showAll", { count: actions.length })}
        </Button>
      )}
    </div>
  );
}

/** What an action chooses: the value of its only field, or all fields with their labels. */
function choiceText(labels: Labels, action: AnyAction): string {
  const fields = Object.entries(action).filter(([name]) => name !== "type");
  const [only] = fields;
  return fields.length === 1 ? labels.text(only![0], only![1]) : labels.fields(action, ["type"]);
}
