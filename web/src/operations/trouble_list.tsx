import { Fragment } from "react";
import { useLanguage } from "../words/language";
import { useWords } from "../words/lexicon";
import styles from "./operations.module.css";
import { idOf, type ProblemCode, type Trouble } from "./problems";
import { State } from "./sparkline";
import { written, type Unit } from "./units";
import { operationsWords } from "./words";

/** What the figure of a trouble counts, where it is not plain things. */
const UNIT_OF: Partial<Record<ProblemCode, Unit>> = {
  commandsOld: "seconds",
  appendSlow: "seconds",
  deadlinesOverdue: "seconds",
  serverMemory: "share",
  modelOld: "seconds",
  gatewayFails: "share",
  toldLate: "seconds",
};

export function TroubleList({
  troubles,
  since,
  at,
}: {
  troubles: readonly Trouble[];
  since: ReadonlyMap<string, number>;
  at: number;
}) {
  const t = useWords(operationsWords);
  const language = useLanguage();
  return (
    <ul className={styles.troubles}>
      {troubles.map((trouble) => {
        const value = trouble.value ?? 0;
        const seconds = Math.round((at - (since.get(idOf(trouble)) ?? at)) / 1000);
        return (
          <li key={idOf(trouble)} data-state={trouble.severity}>
            <State state={trouble.severity} />
            <span>
              <Said
                text={t(`trouble_${trouble.code}`, {
                  about: trouble.about ?? "",
                  n: Math.round(value),
                  value: written(value, UNIT_OF[trouble.code] ?? "count", language),
                })}
              />
            </span>
            {seconds > 0 && <small>{t("forTime", { time: written(seconds, "seconds", language) })}</small>}
          </li>
        );
      })}
    </ul>
  );
}

/** A sentence in which commands stand between backticks. */
export function Said({ text }: { text: string }) {
  return text
    .split("`")
    .map((part, index) =>
      index % 2 ? <code key={index}>{part}</code> : <Fragment key={index}>{part}</Fragment>,
    );
}
