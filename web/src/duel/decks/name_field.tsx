import { useId, useState } from "react";
import styles from "./decks.module.css";
import { decksWords } from "./words";
import { useTranslate } from "../../words/messages";

const NAME_LENGTH_MAX = 60;

/** Edits the deck's name: saves on blur or Enter, reverts on Escape. */
export function NameField({
  name,
  taken,
  onRename,
}: {
  name: string;
  taken: readonly string[];
  onRename: (name: string) => void;
}) {
  const t = useTranslate(decksWords);
  const [typed, setTyped] = useState(name);
  const hint = useId();
  const trimmed = typed.trim();
  const isTaken = trimmed !== name && taken.includes(trimmed);
  const commitName = () => {
    if (!trimmed || isTaken) setTyped(name);
    else if (trimmed !== name) onRename(trimmed);
  };
  return (
    <div className={styles.nameField}>
      <input
        aria-label={t("name")}
        aria-invalid={isTaken}
        aria-describedby={isTaken ? hint : undefined}
        maxLength={NAME_LENGTH_MAX}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commitName}
        onKeyDown={(event) => {
          if (event.key === "Enter") event.currentTarget.blur();
          if (event.key === "Escape") setTyped(name);
        }}
      />
      {isTaken && (
        <p id={hint} role="alert" className={styles.clash}>
          {t("nameTaken")}
        </p>
      )}
    </div>
  );
}
