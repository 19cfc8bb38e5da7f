import { SymbolIcon, SymbolShape, type SymbolName } from "./symbols";
import { useCityWords } from "./words";
import type { Reward } from "./types";
import print from "./map.module.css";
import styles from "./panel.module.css";

const REWARD_PARTS = [
  ["crystals", "crystal"],
  ["cards", "card"],
  ["scales", "scale"],
] as const satisfies readonly (readonly [keyof Reward, SymbolName])[];

/** Expand a reward to one symbol per item, as printed on a tile. */
export const pipsOf = (reward: Reward): SymbolName[] =>
  REWARD_PARTS.flatMap(([part, symbol]) => Array<SymbolName>(reward[part]).fill(symbol));

/** Width of a printed reward, including the symbol of who gets it. */
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

/** A reward in numbers, where there is room. */
export function RewardLine({ reward }: { reward: Reward }) {
  const { t } = useCityWords();
  const parts = REWARD_PARTS.filter(([part]) => reward[part] > 0);
  if (parts.length === 0) return <span className={styles.soft}>{t("noReward")}</span>;
  return (
    <span className={styles.reward}>
      {parts.map(([part, symbol]) => (
        <span key={part} className={styles.amount}>
          <span aria-hidden="true">{reward[part]}</span>
          <SymbolIcon name={symbol} size={15} />
          <span className="visually-hidden">{t(part, { n: reward[part] })}</span>
        </span>
      ))}
    </span>
  );
}
