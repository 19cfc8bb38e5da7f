import { useState, type FormEvent } from "react";
import { Button, Dialog, Field, Note } from "../ui/controls";
import { coreWords } from "../words/core";
import { useTranslate } from "../words/messages";
import { suggestedName } from "../guest/suggested_name";
import styles from "./lobby.module.css";
import { lobbyWords } from "./words";

const NAME_CHARACTERS_MAX = 64;

/** Asks for a name before the first game, with a suggestion. */
export function NameDialog({
  isOpening,
  error,
  onName,
  onClose,
}: {
  isOpening: boolean;
  error: string | null;
  onName: (name: string) => void;
  onClose: () => void;
}) {
  const coreT = useTranslate(coreWords);
  const t = useTranslate(lobbyWords);
  const [name, setName] = useState(() => suggestedName(coreT("suggestedNames")));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onName(name.trim());
  };
  return (
    <Dialog title={t("nameTitle")} closeLabel={coreT("close")} onClose={onClose}>
      <form onSubmit={submit} className={styles.form}>
        <Field label={coreT("yourName")}>
          <input
            required
            maxLength={NAME_CHARACTERS_MAX}
            autoComplete="nickname"
            value={name}
            onChange={(event) => setName(event.target.value)}
            onFocus={(event) => event.target.select()}
          />
        </Field>
        <p className={styles.soft}>{t("nameHint")}</p>
        {error && <Note kind="bad">{error}</Note>}
        <div className={styles.actions}>
          <Button tone="primary" type="submit" disabled={isOpening || !name.trim()}>
            {isOpening ? t("opening") : t("play")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
