import { useEffect, useState } from "react";
import type { Clocks } from "../contract/city_view";
import { coreWords } from "../words/core";
import { useWords } from "../words/lexicon";
import styles from "./table.module.css";

const SHORT_MS = 30_000;

/** How long a seat still has; it runs while the seat is thought of as thinking. */
export function Clock({ clocks, seat }: { clocks: Clocks | undefined; seat: number }) {
  const t = useWords(coreWords);
  const running = clocks?.running.includes(seat) ?? false;
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [running]);
  if (!clocks) return null;
  const left = Math.max(0, (clocks.left_ms[seat] ?? 0) - (running ? Math.max(0, now - clocks.at) : 0));
  return (
    <time
      className={styles.clock}
      data-running={running}
      data-short={left < SHORT_MS}
      aria-label={t("clock")}
    >
      {spoken(left)}
    </time>
  );
}

/** `2 d 4 h`, `1:02:03` or `4:05`. */
export function spoken(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor((seconds % 86_400) / 3600)];
  if (days > 0) return `${days} d ${hours} h`;
  const [minutes, rest] = [Math.floor((seconds % 3600) / 60), seconds % 60];
  const two = (number: number) => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
