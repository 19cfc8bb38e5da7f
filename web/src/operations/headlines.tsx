import { useLanguage } from "../words/language";
import { useWords } from "../words/lexicon";
import styles from "./operations.module.css";
import type { Reading } from "./reading";
import { written, type Unit } from "./units";
import { operationsWords } from "./words";

/** The few figures that say whether it is a quiet day. */
export function Headlines({ reading: { figures } }: { reading: Reading }) {
  const t = useWords(operationsWords);
  const language = useLanguage();
  const { accepted, rejected } = figures.commands;
  const commands = accepted == null || rejected == null ? null : accepted + rejected;
  const { sockets, streams } = figures.sockets;
  const told: [string, number | null | undefined, Unit][] = [
    [t("gamesNow"), figures.games.playing, "count"],
    [t("commands"), commands, "rate"],
    [t("commitNow"), figures.committed.p99, "seconds"],
    [t("waitingNow"), figures.lag.engine, "count"],
    [t("sockets"), (sockets ?? 0) + (streams ?? 0), "count"],
    [t("deadLetters"), figures.deadLetters.deadLetters, "count"],
  ];
  return (
    <dl className={styles.headlines}>
      {told.map(([name, value, unit]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value == null ? "–" : written(value, unit, language)}</dd>
        </div>
      ))}
    </dl>
  );
}
