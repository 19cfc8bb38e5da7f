import { useState, type FormEvent } from "react";
import { useLocation } from "wouter";
import { Button, Field, Panel } from "../ui/controls";
import { useTranslate } from "../words/messages";
import styles from "./lobby.module.css";
import { pathFromLink } from "./table_link";
import { lobbyWords } from "./words";

/** Joins a table by a pasted link. */
export function JoinByLink() {
  const t = useTranslate(lobbyWords);
  const [, navigate] = useLocation();
  const [link, setLink] = useState("");
  const [isInvalid, setIsInvalid] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const path = pathFromLink(link, location.origin);
    setIsInvalid(path === null);
    if (path !== null) navigate(path);
  };
  return (
    <Panel>
      <form onSubmit={submit} className={styles.byLink}>
        <h2>{t("haveLink")}</h2>
        <Field label={t("linkField")}>
          <input
            value={link}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            aria-invalid={isInvalid}
            aria-describedby={isInvalid ? "bad-link" : undefined}
            onChange={(event) => setLink(event.target.value)}
          />
        </Field>
        <Button type="submit" disabled={!link.trim()}>
          {t("goToTable")}
        </Button>
        {isInvalid && (
          <p id="bad-link" role="alert" className={styles.bad}>
            {t("badLink")}
          </p>
        )}
      </form>
    </Panel>
  );
}
