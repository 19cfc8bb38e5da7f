import { ElementSign, TypeSign, type Element } from "../signs";
import { cardWords } from "../words";
import { useTranslate } from "../../words/messages";
import styles from "./decks.module.css";
import type { DeckStats } from "./deck_stats";
import { decksWords } from "./words";

/** Statistics of a deck. */
export function Counters({ stats }: { stats: DeckStats }) {
  const t = useTranslate(decksWords);
  return (
    <div className={styles.counters}>
      <Gauge label={t("cards")} count={stats.cards} limit={stats.limits.cards} />
      <Gauge label={t("moons")} count={stats.moons} limit={stats.limits.foreign_moons} />
      <TypeCounts stats={stats} />
      <div className={styles.curves}>
        <Curve element="fire" label={t("fireCurve")} counts={stats.fire} />
        <Curve element="earth" label={t("earthCurve")} counts={stats.earth} />
      </div>
    </div>
  );
}

export function TypeCounts({ stats }: { stats: DeckStats }) {
  const t = useTranslate(decksWords);
  const cardT = useTranslate(cardWords);
  if (stats.types.size === 0) return null;
  return (
    <ul className={styles.types} aria-label={t("types")}>
      {[...stats.types].map(([type, count]) => (
        <li key={type}>
          <TypeSign type={type} />
          <span>{cardT(type)}</span>
          <b>{count}</b>
        </li>
      ))}
    </ul>
  );
}

function Gauge({ label, count, limit }: { label: string; count: number; limit: number }) {
  const t = useTranslate(decksWords);
  return (
    <div className={styles.gauge} data-over={count > limit}>
      <span>{label}</span>
      <b>{t("ofAllowed", { count, limit })}</b>
      <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect width="100" height="4" className={styles.track} />
        <rect width={Math.min(100, (count / limit) * 100)} height="4" className={styles.fill} />
      </svg>
    </div>
  );
}

const BAR_WIDTH = 10;
const BAR_HEIGHT_MAX = 34;

/** Number of cards by value. */
function Curve({ element, label, counts }: { element: Element; label: string; counts: number[] }) {
  const t = useTranslate(decksWords);
  const tallest = Math.max(1, ...counts);
  const steps = counts.flatMap((n, value) => (n ? [t("curveStep", { n, value })] : []));
  const width = counts.length * BAR_WIDTH;
  return (
    <figure className={styles.curve} data-element={element}>
      <figcaption>
        <ElementSign element={element} /> {label}
      </figcaption>
      <svg
        viewBox={`0 0 ${width} 56`}
        role="img"
        aria-label={t("curveDescription", { element: label, counts: steps.join(", ") || t("curveEmpty") })}
      >
        <path d={`M0 45.5H${width}`} className={styles.base} />
        {counts.map((count, value) => {
          const height = (count / tallest) * BAR_HEIGHT_MAX;
          return (
            <g key={value} transform={`translate(${value * BAR_WIDTH} 0)`}>
              <rect x="1.2" y={45 - height} width={BAR_WIDTH - 2.4} height={height} rx="1" />
              {count > 0 && (
                <text x={BAR_WIDTH / 2} y={43 - height} className={styles.barCount}>
                  {count}
                </text>
              )}
              <text x={BAR_WIDTH / 2} y="54" className={styles.barValue}>
                {value}
              </text>
            </g>
          );
        })}
      </svg>
    </figure>
  );
}
