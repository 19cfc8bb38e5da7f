import { Fragment } from "react";
import { useLanguage } from "../words/language";
import { useTranslate } from "../words/messages";
import styles from "./operations.module.css";
import { idOf, type ProblemCode, type Problem } from "./problems";
import { State } from "./sparkline";
import { formatValue, type Unit } from "./format_value";
import { operationsWords } from "./words";

/** Unit of a problem's value, where it is not a plain count. */
const UNIT_OF: Partial<Record<ProblemCode, Unit>> = {
  commandsOld: "seconds",
  appendSlow: "seconds",
  deadlinesOverdue: "seconds",
  serverMemory: "share",
  modelOld: "seconds",
  gatewayFails: "share",
  deliverySlow: "seconds",
};

export function ProblemList({
  problems,
  firstSeen,
  at,
}: {
  problems: readonly Problem[];
  firstSeen: ReadonlyMap<string, number>;
  at: number;
}) {
  const t = useTranslate(operationsWords);
  const language = useLanguage();
  return (
    <ul className={styles.problems}>
      {problems.map((problem) => {
        const value = problem.value ?? 0;
        const seconds = Math.round((at - (firstSeen.get(idOf(problem)) ?? at)) / 1000);
        return (
          <li key={idOf(problem)} data-state={problem.severity}>
            <State state={problem.severity} />
            <span>
              <TextWithCode
                text={t(`problem_${problem.code}`, {
                  subject: problem.subject ?? "",
                  n: Math.round(value),
                  value: formatValue(value, UNIT_OF[problem.code] ?? "count", language),
                })}
              />
            </span>
            {seconds > 0 && (
              <small>{t("forTime", { time: formatValue(seconds, "seconds", language) })}</small>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Renders text between backticks as code. */
export function TextWithCode({ text }: { text: string }) {
  return text
    .split("`")
    .map((part, index) =>
      index % 2 ? <code key={index}>{part}</code> : <Fragment key={index}>{part}</Fragment>,
    );
}
