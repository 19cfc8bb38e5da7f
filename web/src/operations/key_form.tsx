import { useState } from "react";
import { Button, Field, Note, Panel } from "../look/controls";
import { useWords } from "../words/lexicon";
import styles from "./operations.module.css";
import { Said } from "./trouble_list";
import { operationsWords } from "./words";

export function KeyForm({ refused, onKey }: { refused: boolean; onKey: (key: string) => void }) {
  const t = useWords(operationsWords);
  const [typed, setTyped] = useState("");
  return (
    <Panel className={styles.keyForm}>
      <h1>{t("title")}</h1>
      <p>
        <Said text={t("keyExplained")} />
      </p>
      {refused && <Note kind="bad">{t("keyRefused")}</Note>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim()) onKey(typed.trim());
        }}
      >
        <Field label={t("key")}>
          <input
            type="password"
            autoComplete="off"
            spellCheck={false}
            required
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <Button type="submit" tone="primary">
          {t("look")}
        </Button>
      </form>
      <p className={styles.hint}>{t("keyKept")}</p>
    </Panel>
  );
}
