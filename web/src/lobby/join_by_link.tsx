import { useState, type FormEvent } from "react";
import { useLocation } from "wouter";
import { Button, Field, Panel } from "../look/controls";
import { useWords } from "../words/lexicon";
import styles from "./lobby.module.css";
import { placeOf } from "./table_link";
import { lobbyWords } from "./words";

/** For a link that came on another way than by a click. */
export function JoinByLink() {
  const t = useWords(lobbyWords);
  const [, navigate] = useLocation();
  const [link, setLink] = useState("");
  const [bad, setBad] = useState(false);
  const go = (event: FormEvent) => {
    event.preventDefault();
    const place = placeOf(link, location.origin);
    setBad(place === null);
    if (place !== null) navigate(place);
  };
  return (
    <Panel>
      <form onSubmit={go} className={styles.byLink}>
        <h2>{t("haveLink")}</h2>
        <Field label={t("linkField")}>
          <input
            value={link}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            aria-invalid={bad}
            aria-describedby={bad ? "bad-link" : undefined}
            onChange={(event) => setLink(event.target.value)}
          />
        </Field>
        <Button type="submit" disabled={!link.trim()}>
          {t("go")}
        </Button>
        {bad && (
          <p id="bad-link" role="alert" className={styles.bad}>
            {t("badLink")}
          </p>
        )}
      </form>
    </Panel>
  );
}
