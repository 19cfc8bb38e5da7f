import { useEffect, useState } from "react";
import type { Clocks } from "../contract/table";
import { coreWords } from "../words/core";
import { useTranslate } from "../words/messages";
import styles from "./table.module.css";

const LOW_TIME_MS = 30_000;

/** A seat's remaining time, running while the seat is to act. */
export function Clock({ clocks, seat }: { clocks: Clocks | undefined; seat: number }) {
  const t = useTranslate(coreWords);
  const running = clocks?.running.includes(seat) ?? false;
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [running]);
  if (!clocks) return null;
  const leftMs = Math.max(0, (clocks.left_ms[seat] ?? 0) - (running ? Math.max(0, now - clocks.at) : 0));
  return (
    <time
      className={styles.clock}
      data-running={running}
      data-short={leftMs < LOW_TIME_MS}
      aria-label={t("timeLeft", { time: formatClock(leftMs) })}
    >
      {formatClock(leftMs)}
    </time>
  );
}

/** `2 d 4 h`, `1:02:03` or `4:05`. */
export function formatClock(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor((seconds % 86_400) / 3600)];
  if (days > 0) return `${days} d ${hours} h`;
  const [minutes, rest] = [Math.floor((seconds % 3600) / 60), seconds % 60];
  const twoDigits = (number: number) => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${twoDigits(rest)}` : `${minutes}:${twoDigits(rest)}`;
}
