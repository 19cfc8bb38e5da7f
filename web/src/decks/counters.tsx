import { ElementSign, TypeSign, type Element } from "../duel/signs";
import { cardWords } from "../duel/words";
import { useWords } from "../words/lexicon";
import styles from "./decks.module.css";
import type { Tally } from "./tally";
import { decksWords } from "./words";

/** What the deck is made of, at a glance. */
export function Counters({ tally }: { tally: Tally }) {
  const t = useWords(decksWords);
  return (
    <div className={styles.counters}>
      <Gauge label={t("cards")} count={tally.cards} limit={tally.limits.cards} />
      <Gauge label={t("moons")} count={tally.moons} limit={tally.limits.foreign_moons} />
      <TypeCounts tally={tally} />
      <div className={styles.curves}>
        <Curve element="fire" label={t("fireCurve")} counts={tally.fire} />
        <Curve element="earth" label={t("earthCurve")} counts={tally.earth} />
      </div>
    </div>
  );
}

export function TypeCounts({ tally }: { tally: Tally }) {
  const t = useWords(decksWords);
  const cardT = useWords(cardWords);
  if (tally.types.size === 0) return null;
  return (
    <ul className={styles.types} aria-label={t("types")}>
      {[...tally.types].map(([type, count]) => (
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
  const t = useWords(decksWords);
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

const BAR = 10;
const TALLEST = 34;

/** How many cards show each number. */
function Curve({ element, label, counts }: { element: Element; label: string; counts: number[] }) {
  const t = useWords(decksWords);
  const most = Math.max(1, ...counts);
  const steps = counts.flatMap((n, value) => (n ? [t("curveStep", { n, value })] : []));
  const width = counts.length * BAR;
  return (
    <figure className={styles.curve} data-element={element}>
      <figcaption>
        <ElementSign element={element} /> {label}
      </figcaption>
      <svg
        viewBox={`0 0 ${width} 56`}
        role="img"
        aria-label={t("curveSaid", { element: label, counts: steps.join(", ") || t("curveEmpty") })}
      >
        <path d={`M0 45.5H${width}`} className={styles.base} />
        {counts.map((count, value) => {
          const height = (count / most) * TALLEST;
          return (
            <g key={value} transform={`translate(${value * BAR} 0)`}>
              <rect x="1.2" y={45 - height} width={BAR - 2.4} height={height} rx="1" />
              {count > 0 && (
                <text x={BAR / 2} y={43 - height} className={styles.barCount}>
                  {count}
                </text>
              )}
              <text x={BAR / 2} y="54" className={styles.barValue}>
                {value}
              </text>
            </g>
          );
        })}
      </svg>
    </figure>
  );
}
