import { useState } from "react";
import { Button, Field, Note, Panel } from "../ui/controls";
import { useTranslate } from "../words/messages";
import styles from "./operations.module.css";
import { TextWithCode } from "./problem_list";
import { operationsWords } from "./words";

export function KeyForm({ isRefused, onKey }: { isRefused: boolean; onKey: (key: string) => void }) {
  const t = useTranslate(operationsWords);
  const [typed, setTyped] = useState("");
  return (
    <Panel className={styles.keyForm}>
      <title>{`${t("title")} · Blue Moon`}</title>
      <h1>{t("title")}</h1>
      <p>
        <TextWithCode text={t("keyExplained")} />
      </p>
      {isRefused && <Note kind="bad">{t("keyRefused")}</Note>}
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
          {t("open")}
        </Button>
      </form>
      <p className={styles.hint}>{t("keyStorage")}</p>
    </Panel>
  );
}
