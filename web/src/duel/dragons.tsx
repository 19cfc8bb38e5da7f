import { useTranslate } from "../words/messages";
import { useScene } from "./scene";
import { DragonSign } from "./signs";
import styles from "./dragons.module.css";
import { tableWords } from "./words";

/** The dragons between the players: above they are the opponent's, below the viewer's. */
export function Dragons() {
  const t = useTranslate(tableWords);
  const { play, pieces, below, playerOf } = useScene();
  const held = Math.abs(play.dragons);
  const holder = play.dragons > 0 ? 0 : 1;
  const label = held === 0 ? t("dragonsMiddle") : t("dragonsWith", { count: held, player: playerOf(holder) });
  return (
    <div className={styles.dragons} role="img" aria-label={label} title={label}>
      {Array.from({ length: pieces.dragons }, (_, index) => (
        <span
          key={index}
          data-where={index >= held ? "middle" : holder === below ? "below" : "above"}
          aria-hidden="true"
        >
          <DragonSign size="1.9rem" />
        </span>
      ))}
    </div>
  );
}
