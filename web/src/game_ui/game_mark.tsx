import styles from "../ui/night.module.css";
import { usePresentation } from "./use_game_ui";

/** A small picture of a game for lists. */
export function GameMark({ game, size = 32 }: { game: string; size?: number }) {
  const { Mark } = usePresentation(game);
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className={styles.mark}>
      <rect x="0.5" y="0.5" width="31" height="31" rx="7" className={styles.markGround} />
      <Mark />
    </svg>
  );
}
