import { useId } from "react";
import { useLanguage } from "../words/language";
import { useWords } from "../words/lexicon";
import type { Chart } from "./charts";
import styles from "./operations.module.css";
import type { Severity } from "./problems";
import { path, seriesOf, spanOf, type Series } from "./series";
import type { Reading } from "./reading";
import { roundUp, written } from "./units";
import { operationsWords, type OperationsWords } from "./words";

/** Lines are told apart by their dashes as well as by their colour. */
const DASHES = ["", "5 3", "1.5 3", "8 3 1.5 3", "3 2", "10 4"];
const COLOURS = ["--seat-0", "--seat-1", "--seat-2", "--seat-3", "--accent", "--scale"];

const dashOf = (line: number) => DASHES[line % DASHES.length];
const colourOf = (line: number) => `var(${COLOURS[line % COLOURS.length]})`;

/** A figure over the last minutes: a line for each of its parts, two axes, and what is worth knowing in words. */
export function Sparkline({
  chart,
  readings,
  state,
}: {
  chart: Chart;
  readings: readonly Reading[];
  state: Severity | "good" | null;
}) {
  const t = useWords(operationsWords);
  const language = useLanguage();
  const title = useId();
  const write = (value: number) => written(value, chart.unit, language);
  const nameOf = (line: string) => (chart.worded ? t(`line_${line}` as keyof OperationsWords) : line);
  const series = seriesOf(readings, chart.figure);
  const span = spanOf(readings);
  const length = written(Math.round((span.to - span.from) / 1000), "seconds", language);
  const isDrawn = ({ name }: Series) => !chart.undrawn?.includes(name);
  const high = Math.max(0, ...series.filter(isDrawn).map((line) => line.high ?? 0));
  const top = roundUp(high, chart.unit);
  const limit = chart.limit !== undefined && high > 0 && chart.limit <= top ? chart.limit : null;
  const said = (line: Series) =>
    line.last === null || line.low === null || line.high === null
      ? t("lineSilent", { name: nameOf(line.name) })
      : t("lineSaid", {
          name: nameOf(line.name),
          last: write(line.last),
          low: write(line.low),
          high: write(line.high),
        });
  return (
    <figure className={styles.chart} aria-labelledby={title}>
      <figcaption className={styles.chartHead}>
        <h3 id={title}>{t(chart.figure)}</h3>
        {state && state !== "good" && <State state={state} />}
      </figcaption>
      <div
        className={styles.plot}
        role="img"
        aria-label={t("chartSaid", {
          title: t(chart.figure),
          time: length,
          lines: series.map(said).join(" "),
        })}
      >
        <span className={styles.top}>{write(top)}</span>
        <span className={styles.bottom}>{write(0)}</span>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" className={styles.lines}>
          <path d="M0 50H100" className={styles.rule} />
          {limit !== null && <path d={`M0 ${100 - (limit / top) * 100}H100`} className={styles.limit} />}
          {series.map(
            (line, index) =>
              isDrawn(line) && (
                <path
                  key={line.name}
                  d={path(line.points, span, top)}
                  stroke={colourOf(index)}
                  strokeDasharray={dashOf(index)}
                  className={styles.line}
                />
              ),
          )}
        </svg>
        {limit !== null && (
          <span className={styles.limitName} style={{ insetBlockEnd: `${(limit / top) * 100}%` }}>
            {t("limit", { value: write(limit) })}
          </span>
        )}
        <span className={styles.start}>{t("ago", { time: length })}</span>
        <span className={styles.end}>{t("now")}</span>
      </div>
      <ul className={styles.legend}>
        {series.map((line, index) => (
          <li key={line.name}>
            <svg width="22" height="8" aria-hidden="true">
              {isDrawn(line) && (
                <path
                  d="M1 4H21"
                  stroke={colourOf(index)}
                  strokeWidth="2.5"
                  strokeDasharray={dashOf(index)}
                />
              )}
            </svg>
            <span className={styles.lineName}>{nameOf(line.name)}</span>
            <strong>{line.last === null ? t("nothing") : write(line.last)}</strong>
            {line.low !== null && line.high !== null && line.low < line.high && (
              <small>{t("from", { low: write(line.low), high: write(line.high) })}</small>
            )}
          </li>
        ))}
      </ul>
    </figure>
  );
}

/** A state by shape, word and colour. */
export function State({ state, children }: { state: Severity | "good"; children?: React.ReactNode }) {
  const t = useWords(operationsWords);
  return (
    <span className={styles.state} data-state={state}>
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        {state === "good" && <circle cx="6" cy="6" r="5" />}
        {state === "warn" && <path d="M6 .5 11.8 11H.2z" />}
        {state === "bad" && <path d="M3.5.5h5l3 3v5l-3 3h-5l-3-3v-5z" />}
      </svg>
      {children ?? t(state)}
    </span>
  );
}
