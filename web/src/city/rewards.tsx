import { SymbolIcon, SymbolShape, type SymbolName } from "./symbols";
import { useCityWords } from "./words";
import type { Reward } from "./wire";
import print from "./map.module.css";
import styles from "./panel.module.css";

const KINDS = [
  ["crystals", "crystal"],
  ["cards", "card"],
  ["scales", "scale"],
] as const satisfies readonly (readonly [keyof Reward, SymbolName])[];

/** A reward as a row of little signs, as it is printed on a tile: one for each thing. */
export const pipsOf = (reward: Reward): SymbolName[] =>
  KINDS.flatMap(([kind, symbol]) => Array<SymbolName>(reward[kind]).fill(symbol));

/** What it takes to print a reward: the sign of who gets it, and what. */
export const pipsWidth = (reward: Reward, size: number) => (pipsOf(reward).length + 1.1) * size;

export function Pips({
  sign,
  reward,
  x,
  y,
  size,
}: {
  sign: SymbolName;
  reward: Reward;
  x: number;
  y: number;
  size: number;
}) {
  const scale = size / 24;
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <SymbolShape name={sign} className={print.sign} />
      {pipsOf(reward).map((symbol, index) => (
        <g key={index} transform={`translate(${26 + index * 24} 2) scale(0.86)`}>
          <SymbolShape name={symbol} className={symbol === "card" ? print.cardPip : print.pip} />
        </g>
      ))}
    </g>
  );
}

/** A reward in figures, for where there is room. */
export function RewardLine({ reward }: { reward: Reward }) {
  const { t } = useCityWords();
  const parts = KINDS.filter(([kind]) => reward[kind] > 0);
  if (parts.length === 0) return <span className={styles.soft}>{t("noReward")}</span>;
  return (
    <span className={styles.reward}>
      {parts.map(([kind, symbol]) => (
        <span key={kind} className={styles.amount}>
          <span aria-hidden="true">{reward[kind]}</span>
          <SymbolIcon name={symbol} size={15} />
          <span className="unseen">{t(kind, { n: reward[kind] })}</span>
        </span>
      ))}
    </span>
  );
}
