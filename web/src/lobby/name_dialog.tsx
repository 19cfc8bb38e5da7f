import { useState, type FormEvent } from "react";
import { Button, Dialog, Field, Note } from "../look/controls";
import { coreWords } from "../words/core";
import { useWords } from "../words/lexicon";
import { friendlyName } from "../keyring/friendly_name";
import styles from "./lobby.module.css";
import { lobbyWords } from "./words";

const NAME_CHARACTERS_MAX = 64;

/** Asked once, before the first game: a name is there already, and may be changed. */
export function NameDialog({
  busy,
  trouble,
  onName,
  onClose,
}: {
  busy: boolean;
  trouble: string | null;
  onName: (name: string) => void;
  onClose: () => void;
}) {
  const core = useWords(coreWords);
  const t = useWords(lobbyWords);
  const [name, setName] = useState(() => friendlyName(core("friendlyNames")));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onName(name.trim());
  };
  return (
    <Dialog title={t("nameTitle")} closeLabel={core("close")} onClose={onClose}>
      <form onSubmit={submit} className={styles.form}>
        <Field label={core("yourName")}>
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
        {trouble && <Note kind="bad">{trouble}</Note>}
        <div className={styles.actions}>
          <Button tone="primary" type="submit" disabled={busy || !name.trim()}>
            {busy ? t("opening") : t("begin")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
