import { useTranslate } from "../words/messages";
import { Dragons } from "./dragons";
import styles from "./middle.module.css";
import { Power } from "./power";
import { useScene } from "./scene";
import { ElementSign } from "./signs";
import { TableCard } from "./table_card";
import { tableWords } from "./words";

/** Between the players: dragons, contested element, and power of both sides. */
export function Middle() {
  const t = useTranslate(tableWords);
  const { play, below, playerOf, nameOf, figures } = useScene();
  const { element } = play;
  const contested = figures?.to_beat.find((goal) => goal.element === element);
  return (
    <div className={styles.middle}>
      <Dragons />
      <div className={styles.fight}>
        {element ? (
          <p className={styles.element} data-element={element}>
            <ElementSign element={element} size="2.4rem" />
            <span>{t(element === "fire" ? "fightFire" : "fightEarth")}</span>
          </p>
        ) : (
          <p className={styles.element}>
            <ElementSign element="fire" size="1.6rem" />
            <ElementSign element="earth" size="1.6rem" />
            <span>{t("noFight")}</span>
          </p>
        )}
        {contested && (
          <p className={styles.goal}>
            {t("powerNeeded", { value: contested.value })}
            {contested.shielded && ` · ${t("shielded")}`}
          </p>
        )}
      </div>
      <dl className={styles.powers}>
        {[1 - below, below].map((seat) => (
          <div key={seat}>
            <dt>{playerOf(seat)}</dt>
            <dd>
              <Power seat={seat} />
            </dd>
          </div>
        ))}
      </dl>
      {play.turn.leadership && (
        <p className={styles.goal}>{t("leadershipActive", { card: nameOf(play.turn.leadership) })}</p>
      )}
      {play.laid.length > 0 && (
        <div className={styles.laid}>
          {play.laid.map((laid) => (
            <TableCard
              key={`${laid.seat} ${laid.card}`}
              seat={laid.seat}
              id={laid.card}
              pending
              note={t("putDownBy", { player: playerOf(laid.seat), card: nameOf(laid.card) })}
            />
          ))}
        </div>
      )}
    </div>
  );
}
