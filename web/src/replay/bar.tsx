import type { CSSProperties } from "react";
import { Button } from "../ui/controls";
import { useTranslate } from "../words/messages";
import { Icon } from "./icons";
import { PACES_MS, type Pace, type PlayerState } from "./player";
import type { Move, Track } from "./playhead";
import styles from "./replay.module.css";
import { replayWords } from "./words";

const PACE_LABELS = {
  slow: "speedSlow",
  normal: "speedNormal",
  fast: "speedFast",
  rush: "speedRush",
} as const;

/** The replay bar with its marks and buttons. */
export function Bar({
  state,
  narration,
  over,
  move,
  setPace,
}: {
  state: PlayerState;
  /** Narration at the playhead. */
  narration: string | null;
  over: boolean;
  move: (move: Move) => void;
  setPace: (pace: Pace) => void;
}) {
  const t = useTranslate(replayWords);
  const { head, track, pace } = state;
  const { first, last, points } = track;
  const steps = { at: head.seq - first, last: last - first };
  const moment = t("moment", steps);
  const [atFirst, atLast] = [head.seq <= first, head.seq >= last];
  const button = (
    label: Parameters<typeof t>[0],
    shape: Parameters<typeof Icon>[0]["shape"],
    to: Move,
    disabled: boolean,
  ) => (
    <Button
      tone="quiet"
      className={styles.key}
      aria-label={t(label)}
      title={t(label)}
      disabled={disabled}
      onClick={() => move(to)}
    >
      <Icon shape={shape} />
    </Button>
  );
  return (
    <div className={styles.bar}>
      <div className={styles.group}>
        {button("first", "first", { type: "first" }, atFirst)}
        {button("previousPoint", "previous", { type: "previous_point" }, atFirst)}
        {button("back", "back", { type: "step", by: -1 }, atFirst)}
        <Button
          tone="primary"
          className={styles.key}
          aria-label={t(head.playing ? "pause" : "play")}
          title={t(head.playing ? "pause" : "play")}
          disabled={first === last}
          onClick={() => move({ type: "toggle" })}
        >
          <Icon shape={head.playing ? "pause" : "play"} />
        </Button>
        {button("forward", "forward", { type: "step", by: 1 }, atLast)}
        {button("nextPoint", "next", { type: "next_point" }, atLast)}
        {button(over ? "last" : "latest", "last", { type: "last" }, atLast)}
      </div>
      <div className={styles.track} style={{ "--at": shareOf(head.seq, track) } as CSSProperties}>
        <div className={styles.points} aria-hidden="true">
          {points.map((point) => (
            <i
              key={point}
              data-past={point <= head.seq}
              style={{ "--at": shareOf(point, track) } as CSSProperties}
            />
          ))}
        </div>
        <input
          type="range"
          min={first}
          max={last}
          value={head.seq}
          aria-label={t("position")}
          aria-valuetext={narration ? t("momentNarrated", { ...steps, what: narration }) : moment}
          onChange={(event) => move({ type: "seek", seq: Number(event.target.value) })}
        />
      </div>
      <select
        className={styles.speed}
        aria-label={t("speed")}
        value={pace}
        onChange={(event) => setPace(event.target.value as Pace)}
      >
        {(Object.keys(PACES_MS) as Pace[]).map((name) => (
          <option key={name} value={name}>
            {t(PACE_LABELS[name])}
          </option>
        ))}
      </select>
      <p className={styles.narration} aria-live={head.playing ? "off" : "polite"}>
        <span className={styles.moment}>{moment}</span> {narration}
      </p>
    </div>
  );
}

/** Position on the bar, from 0 to 1. */
const shareOf = (seq: number, { first, last }: Track) => (last > first ? (seq - first) / (last - first) : 0);
