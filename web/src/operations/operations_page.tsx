import { useEffect, useState } from "react";
import { Button, Note } from "../look/controls";
import { Loading } from "../look/loading";
import { useLanguage } from "../words/language";
import { useWords } from "../words/lexicon";
import { GROUPS, type Chart } from "./charts";
import { Headlines } from "./headlines";
import { forgetKey, keepKey, keyAtHand } from "./key";
import { KeyForm } from "./key_form";
import styles from "./operations.module.css";
import type { Trouble } from "./problems";
import { ServiceList } from "./service_list";
import { Sparkline, State } from "./sparkline";
import { TroubleList } from "./trouble_list";
import { useOperations, type Watched } from "./use_operations";
import { written } from "./units";
import { operationsWords } from "./words";

/** For the one who runs it: what goes on, and what is wrong. */
export default function OperationsPage() {
  const [access, setAccess] = useState(() => ({ key: keyAtHand() }));
  const [paused, setPaused] = useState(false);
  const watched = useOperations(access, paused);
  const refused = watched.failure?.reason === "refused";
  useEffect(() => {
    if (refused) forgetKey();
  }, [refused, access]);
  if (!access.key || refused) {
    return (
      <KeyForm
        refused={refused}
        onKey={(key) => {
          keepKey(key);
          setAccess({ key });
        }}
      />
    );
  }
  return (
    <Dashboard
      watched={watched}
      paused={paused}
      onPause={() => setPaused(!paused)}
      onForget={() => {
        forgetKey();
        setAccess({ key: "" });
      }}
    />
  );
}

function Dashboard({
  watched,
  paused,
  onPause,
  onForget,
}: {
  watched: Watched;
  paused: boolean;
  onPause: () => void;
  onForget: () => void;
}) {
  const t = useWords(operationsWords);
  const language = useLanguage();
  const { answer, readings, troubles } = watched;
  const time = answer && new Intl.DateTimeFormat(language, { timeStyle: "medium" }).format(answer.at);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t("title")}</h1>
        {answer && (
          <State state={troubles[0]?.severity ?? "good"}>
            {troubles.length ? t("troubleCount", { n: troubles.length }) : t("allWell")}
          </State>
        )}
        {time && <span className={styles.hint}>{t(paused ? "paused" : "lookedAt", { time })}</span>}
        <span className={styles.buttons}>
          <Button aria-pressed={paused} onClick={onPause}>
            {t(paused ? "goOn" : "pause")}
          </Button>
          <Button tone="quiet" onClick={onForget}>
            {t("forgetKey")}
          </Button>
        </span>
      </header>
      <FailureNote watched={watched} />
      {!answer && !watched.failure && <Loading />}
      {answer && (
        <>
          {troubles.length > 0 && (
            <section aria-label={t("problems")}>
              <TroubleList troubles={troubles} since={watched.since} at={answer.at} />
              <p className={styles.hint}>{t("readMore")}</p>
            </section>
          )}
          <Headlines reading={readings.at(-1)!} />
          {GROUPS.map(({ name, charts }) => (
            <section key={name} className={styles.group}>
              <h2>{t(name)}</h2>
              <div className={styles.charts}>
                {charts.map((chart) => (
                  <Sparkline
                    key={chart.figure}
                    chart={chart}
                    readings={readings}
                    state={stateOf(chart, troubles)}
                  />
                ))}
              </div>
            </section>
          ))}
          <section className={styles.group}>
            <h2>{t("services")}</h2>
            <ServiceList answer={answer} reading={readings.at(-1)} />
          </section>
        </>
      )}
    </div>
  );
}

function FailureNote({ watched: { failure, answer } }: { watched: Watched }) {
  const t = useWords(operationsWords);
  const language = useLanguage();
  if (!failure) return null;
  if (failure.reason === "failed") return <Note kind="bad">{t("failed", { detail: failure.detail })}</Note>;
  if (!answer) return <Note kind="bad">{t("awayFirst")}</Note>;
  const seconds = Math.round((failure.last - answer.at) / 1000);
  return <Note kind="bad">{t("away", { time: written(Math.max(1, seconds), "seconds", language) })}</Note>;
}

/** As bad as the worst trouble that the chart shows. */
function stateOf(chart: Chart, troubles: readonly Trouble[]) {
  if (!chart.tells) return null;
  return troubles.find(({ code }) => chart.tells!.includes(code))?.severity ?? "good";
}
