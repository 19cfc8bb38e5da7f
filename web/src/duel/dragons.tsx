import { useWords } from "../words/lexicon";
import { useScene } from "./scene";
import { DragonSign } from "./signs";
import styles from "./dragons.module.css";
import { tableWords } from "./words";

/** The dragons between the players: above they are with the one opposite, below with who sits here. */
export function Dragons() {
  const t = useWords(tableWords);
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
