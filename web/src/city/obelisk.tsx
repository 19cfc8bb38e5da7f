import { StoneShape } from "./boxes";
import { useLabels } from "./labels";
import styles from "./beside.module.css";

const WIDTH = 104;
const ROW = 25;
const SPACE = 22;

interface Space {
  index: number;
  cost: number;
}

/** The obelisk from bottom to top, equal costs in one row, with the stones of offerings. */
export function Obelisk({
  costs,
  stones,
  newSpaces,
}: {
  costs: readonly number[];
  stones: readonly number[];
  newSpaces: ReadonlySet<number>;
}) {
  const { t, player } = useLabels();
  const rows: Space[][] = [];
  costs.forEach((cost, index) => {
    const row = rows.at(-1);
    if (row?.[0]?.cost === cost) row.push({ index, cost });
    else rows.push([{ index, cost }]);
  });
  const height = rows.length * ROW + 34;
  const nextCost = costs[stones.length];
  const labelParts = [
    t("obelisk"),
    ...(nextCost === undefined ? [] : [t("obeliskNext", { n: nextCost })]),
    ...stones.map((seat, index) => `${costs[index]}: ${player(seat)}`),
  ];
  return (
    <svg
      className={styles.obelisk}
      viewBox={`0 0 ${WIDTH} ${height}`}
      role="img"
      aria-label={labelParts.join(". ")}
    >
      <path
        d={`M${WIDTH / 2} 1 L${WIDTH / 2 + 15} 20 L${WIDTH - 4} ${height - 10} H4 L${WIDTH / 2 - 15} 20z`}
        className={styles.shaft}
      />
      <path d={`M0 ${height - 10}h${WIDTH}v9H0z`} className={styles.plinth} />
      {rows.map((row, level) => {
        const y = height - 24 - level * ROW;
        return row.map(({ index, cost }, column) => {
          const x = WIDTH / 2 + (column - (row.length - 1) / 2) * SPACE;
          const stone = stones[index];
          return (
            <g key={index}>
              <circle cx={x} cy={y} r="9.5" className={styles.space} data-next={index === stones.length} />
              {stone === undefined ? (
                <text x={x} y={y + 4.5} textAnchor="middle" fontSize="12" fontWeight="700">
                  {cost}
                </text>
              ) : (
                <StoneShape seat={stone} x={x} y={y} size={17} isNew={newSpaces.has(index)} />
              )}
            </g>
          );
        });
      })}
    </svg>
  );
}
