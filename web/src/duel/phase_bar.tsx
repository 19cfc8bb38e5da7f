import { useTranslate } from "../words/messages";
import { useScene } from "./scene";
import styles from "./phase_bar.module.css";
import { PHASES } from "./phases";
import { tableWords } from "./words";

/** Whose turn it is, and its phase. */
export function PhaseBar() {
  const t = useTranslate(tableWords);
  const { play, playerOf } = useScene();
  const { turn } = play;
  const at = PHASES.indexOf(turn.phase);
  return (
    <div className={styles.bar}>
      <p className={styles.turn}>
        <b>{playerOf(turn.seat)}</b>
        {play.options.crystals_to_win > 1 && ` · ${t("gameNumber", { number: play.number })}`}
        {` · ${t("turnNumber", { number: turn.number })}`}
        {turn.first && ` · ${t("firstTurn")}`}
      </p>
      <ol className={styles.phases} aria-label={t("phases")}>
        {PHASES.map((phase, index) => (
          <li
            key={phase}
            aria-current={index === at ? "step" : undefined}
            data-past={index < at}
            title={t(`phase_${phase}`)}
          >
            <span>{t(`phase_${phase}`)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
