import { Field } from "../ui/controls";
import { useLanguage } from "../words/language";
import { useTranslate } from "../words/messages";
import type { Clock } from "./draft";
import { formatDuration } from "./durations";
import { lobbyWords } from "./words";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const PER_MOVE: readonly Clock[] = [MINUTE, 5 * MINUTE, DAY, 3 * DAY].map((seconds) => ({
  type: "per_move",
  seconds,
}));
const BANK: readonly Clock[] = [
  [10 * MINUTE, 10],
  [20 * MINUTE, 20],
  [HOUR, 30],
].map(([seconds, increment]) => ({ type: "bank", seconds: seconds!, increment_seconds: increment! }));

/** A short list of sensible clocks. */
export function ClockChoice({
  clock,
  change,
}: {
  clock: Clock | null;
  change: (clock: Clock | null) => void;
}) {
  const t = useTranslate(lobbyWords);
  const language = useLanguage();
  const option = (choice: Clock) => (
    <option key={idOf(choice)} value={idOf(choice)}>
      {choice.type === "per_move"
        ? t("clockMove", { time: formatDuration(choice.seconds, language) })
        : t("clockGame", {
            time: formatDuration(choice.seconds, language),
            increment: formatDuration(choice.increment_seconds ?? 0, language),
          })}
    </option>
  );
  return (
    <Field label={t("clock")}>
      <select
        value={clock ? idOf(clock) : ""}
        onChange={(event) =>
          change([...PER_MOVE, ...BANK].find((choice) => idOf(choice) === event.target.value) ?? null)
        }
      >
        <option value="">{t("clockNone")}</option>
        <optgroup label={t("clockPerMove")}>{PER_MOVE.map(option)}</optgroup>
        <optgroup label={t("clockBank")}>{BANK.map(option)}</optgroup>
      </select>
    </Field>
  );
}

const idOf = (clock: Clock) => `${clock.type}.${clock.seconds}`;
