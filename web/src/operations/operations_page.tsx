import { useEffect, useState } from "react";
import { Button, Note } from "../ui/controls";
import { Loading } from "../ui/loading";
import { useLanguage } from "../words/language";
import { useTranslate } from "../words/messages";
import { GROUPS, type Chart } from "./charts";
import { Summary } from "./summary";
import { removeKey, storeKey, currentKey } from "./key";
import { KeyForm } from "./key_form";
import styles from "./operations.module.css";
import type { Problem } from "./problems";
import { ServiceList } from "./service_list";
import { Sparkline, State } from "./sparkline";
import { ProblemList } from "./problem_list";
import { useOperations, type OperationsState } from "./use_operations";
import { formatValue } from "./format_value";
import { operationsWords } from "./words";

/** The operator's dashboard: figures and problems. */
export default function OperationsPage() {
  const [access, setAccess] = useState(() => ({ key: currentKey() }));
  const [isPaused, setIsPaused] = useState(false);
  const state = useOperations(access, isPaused);
  const isRefused = state.failure?.reason === "refused";
  useEffect(() => {
    if (isRefused) removeKey();
  }, [isRefused, access]);
  if (!access.key || isRefused) {
    return (
      <KeyForm
        isRefused={isRefused}
        onKey={(key) => {
          storeKey(key);
          setAccess({ key });
        }}
      />
    );
  }
  return (
    <Dashboard
      state={state}
      isPaused={isPaused}
      onPause={() => setIsPaused(!isPaused)}
      onForget={() => {
        removeKey();
        setAccess({ key: "" });
      }}
    />
  );
}

function Dashboard({
  state,
  isPaused,
  onPause,
  onForget,
}: {
  state: OperationsState;
  isPaused: boolean;
  onPause: () => void;
  onForget: () => void;
}) {
  const t = useTranslate(operationsWords);
  const language = useLanguage();
  const { response, readings, problems } = state;
  const time = response && new Intl.DateTimeFormat(language, { timeStyle: "medium" }).format(response.at);
  return (
    <div className={styles.page}>
      <title>{`${t("title")} · Blue Moon`}</title>
      <header className={styles.head}>
        <h1>{t("title")}</h1>
        {response && (
          <State state={problems[0]?.severity ?? "good"}>
            {problems.length ? t("problemCount", { n: problems.length }) : t("noProblems")}
          </State>
        )}
        {time && <span className={styles.hint}>{t(isPaused ? "paused" : "updatedAt", { time })}</span>}
        <span className={styles.buttons}>
          <Button aria-pressed={isPaused} onClick={onPause}>
            {t(isPaused ? "resume" : "pause")}
          </Button>
          <Button tone="quiet" onClick={onForget}>
            {t("forgetKey")}
          </Button>
        </span>
      </header>
      <FailureNote state={state} />
      {!response && !state.failure && <Loading />}
      {response && (
        <>
          {problems.length > 0 && (
            <section aria-label={t("problems")}>
              <ProblemList problems={problems} firstSeen={state.firstSeen} at={response.at} />
              <p className={styles.hint}>{t("readMore")}</p>
            </section>
          )}
          <Summary reading={readings.at(-1)!} />
          {GROUPS.map(({ name, charts }) => (
            <section key={name} className={styles.group}>
              <h2>{t(name)}</h2>
              <div className={styles.charts}>
                {charts.map((chart) => (
                  <Sparkline
                    key={chart.figure}
                    chart={chart}
                    readings={readings}
                    state={stateOf(chart, problems)}
                  />
                ))}
              </div>
            </section>
          ))}
          <section className={styles.group}>
            <h2>{t("services")}</h2>
            <ServiceList response={response} reading={readings.at(-1)} />
          </section>
        </>
      )}
    </div>
  );
}

function FailureNote({ state: { failure, response } }: { state: OperationsState }) {
  const t = useTranslate(operationsWords);
  const language = useLanguage();
  if (!failure) return null;
  if (failure.reason === "failed") return <Note kind="bad">{t("failed", { detail: failure.detail })}</Note>;
  if (!response) return <Note kind="bad">{t("gatewayDown")}</Note>;
  const seconds = Math.round((failure.last - response.at) / 1000);
  return (
    <Note kind="bad">
      {t("gatewayDownSince", { time: formatValue(Math.max(1, seconds), "seconds", language) })}
    </Note>
  );
}

/** Severity of the worst problem that the chart shows. */
function stateOf(chart: Chart, problems: readonly Problem[]) {
  if (!chart.problemCodes) return null;
  return problems.find(({ code }) => chart.problemCodes!.includes(code))?.severity ?? "good";
}
