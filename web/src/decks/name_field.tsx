import { useId, useState } from "react";
import styles from "./decks.module.css";
import { decksWords } from "./words";
import { useWords } from "../words/lexicon";

const NAME_LENGTH_MAX = 60;

/** The deck's name, changed when the field is left or Enter is pressed; Escape leaves it as it was. */
export function NameField({
  name,
  taken,
  onRename,
}: {
  name: string;
  taken: readonly string[];
  onRename: (name: string) => void;
}) {
  const t = useWords(decksWords);
  const [typed, setTyped] = useState(name);
  const hint = useId();
  const wished = typed.trim();
  const clash = wished !== name && taken.includes(wished);
  const settle = () => {
    if (!wished || clash) setTyped(name);
    else if (wished !== name) onRename(wished);
  };
  return (
    <div className={styles.nameField}>
      <input
        aria-label={t("name")}
        aria-invalid={clash}
        aria-describedby={clash ? hint : undefined}
        maxLength={NAME_LENGTH_MAX}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === "Enter") event.currentTarget.blur();
          if (event.key === "Escape") setTyped(name);
        }}
      />
      {clash && (
        <p id={hint} role="alert" className={styles.clash}>
          {t("nameTaken")}
        </p>
      )}
    </div>
  );
}
