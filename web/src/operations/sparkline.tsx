import { useId } from "react";
import { useLanguage } from "../words/language";
import { useTranslate } from "../words/messages";
import type { Chart } from "./charts";
import styles from "./operations.module.css";
import type { Severity } from "./problems";
import { path, seriesOf, spanOf, type Series } from "./series";
import type { Reading } from "./reading";
import { roundUp, formatValue } from "./format_value";
import { operationsWords, type OperationsWords } from "./words";

/** Lines differ by dashes as well as by colour. */
const DASHES = ["", "5 3", "1.5 3", "8 3 1.5 3", "3 2", "10 4"];
const COLOURS = ["--seat-0", "--seat-1", "--seat-2", "--seat-3", "--accent", "--scale"];

const dashOf = (line: number) => DASHES[line % DASHES.length];
const colourOf = (line: number) => `var(${COLOURS[line % COLOURS.length]})`;

/** A figure over the last minutes: a line per part, two axes, and a text description. */
export function Sparkline({
  chart,
  readings,
  state,
}: {
  chart: Chart;
  readings: readonly Reading[];
  state: Severity | "good" | null;
}) {
  const t = useTranslate(operationsWords);
  const language = useLanguage();
  const title = useId();
  const format = (value: number) => formatValue(value, chart.unit, language);
  const nameOf = (line: string) => (chart.isTranslated ? t(`line_${line}` as keyof OperationsWords) : line);
  const series = seriesOf(readings, chart.figure);
  const span = spanOf(readings);
  const length = formatValue(Math.round((span.to - span.from) / 1000), "seconds", language);
  const isShown = ({ name }: Series) => !chart.hiddenLines?.includes(name);
  const high = Math.max(0, ...series.filter(isShown).map((line) => line.high ?? 0));
  const top = roundUp(high, chart.unit);
  const limit = chart.limit !== undefined && high > 0 && chart.limit <= top ? chart.limit : null;
  const describe = (line: Series) =>
    line.last === null || line.low === null || line.high === null
      ? t("lineWithoutData", { name: nameOf(line.name) })
      : t("lineDescription", {
          name: nameOf(line.name),
          last: format(line.last),
          low: format(line.low),
          high: format(line.high),
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
        aria-label={t("chartDescription", {
          title: t(chart.figure),
          time: length,
          lines: series.map(describe).join(" "),
        })}
      >
        <span className={styles.top}>{format(top)}</span>
        <span className={styles.bottom}>{format(0)}</span>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" className={styles.lines}>
          <path d="M0 50H100" className={styles.rule} />
          {limit !== null && <path d={`M0 ${100 - (limit / top) * 100}H100`} className={styles.limit} />}
          {series.map(
            (line, index) =>
              isShown(line) && (
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
            {t("limit", { value: format(limit) })}
          </span>
        )}
        <span className={styles.start}>{t("ago", { time: length })}</span>
        <span className={styles.end}>{t("now")}</span>
      </div>
      <ul className={styles.legend}>
        {series.map((line, index) => (
          <li key={line.name}>
            <svg width="22" height="8" aria-hidden="true">
              {isShown(line) && (
                <path
                  d="M1 4H21"
                  stroke={colourOf(index)}
                  strokeWidth="2.5"
                  strokeDasharray={dashOf(index)}
                />
              )}
            </svg>
            <span className={styles.lineName}>{nameOf(line.name)}</span>
            <strong>{line.last === null ? t("noData") : format(line.last)}</strong>
            {line.low !== null && line.high !== null && line.low < line.high && (
              <small>{t("range", { low: format(line.low), high: format(line.high) })}</small>
            )}
          </li>
        ))}
      </ul>
    </figure>
  );
}

/** A state as shape, text and colour. */
export function State({ state, children }: { state: Severity | "good"; children?: React.ReactNode }) {
  const t = useTranslate(operationsWords);
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
