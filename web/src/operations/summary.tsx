import { useLanguage } from "../words/language";
import { useTranslate } from "../words/messages";
import styles from "./operations.module.css";
import type { Reading } from "./reading";
import { formatValue, type Unit } from "./format_value";
import { operationsWords } from "./words";

/** The most important figures. */
export function Summary({ reading: { figures } }: { reading: Reading }) {
  const t = useTranslate(operationsWords);
  const language = useLanguage();
  const { accepted, rejected } = figures.commands;
  const commands = accepted == null || rejected == null ? null : accepted + rejected;
  const { sockets, streams } = figures.sockets;
  const items: [string, number | null | undefined, Unit][] = [
    [t("gamesNow"), figures.tables.playing, "count"],
    [t("commands"), commands, "rate"],
    [t("commitNow"), figures.committed.p99, "seconds"],
    [t("waitingNow"), figures.lag.engine, "count"],
    [t("sockets"), (sockets ?? 0) + (streams ?? 0), "count"],
    [t("deadLetters"), figures.deadLetters.deadLetters, "count"],
  ];
  return (
    <dl className={styles.headlines}>
      {items.map(([name, value, unit]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value == null ? "–" : formatValue(value, unit, language)}</dd>
        </div>
      ))}
    </dl>
  );
}
