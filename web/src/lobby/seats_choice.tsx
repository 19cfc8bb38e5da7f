import type { CatalogueGame } from "../contract/gateway";
import { SeatMark } from "../ui/seat";
import { coreWords } from "../words/core";
import { useTranslate } from "../words/messages";
import { useLevelLabel } from "./bot_levels";
import styles from "./lobby.module.css";
import { lobbyWords } from "./words";

/** Chooses the occupant of each seat: a person or a bot of some level. */
export function SeatsChoice({
  game,
  others,
  you,
  change,
}: {
  game: CatalogueGame;
  others: readonly (string | null)[];
  you: string;
  change: (others: readonly (string | null)[]) => void;
}) {
  const coreT = useTranslate(coreWords);
  const t = useTranslate(lobbyWords);
  const levelLabel = useLevelLabel(game);
  return (
    <ol className={styles.seatList}>
      <li>
        <SeatMark seat={0} name={you} size={32} />
        <span className={styles.you}>{t("seatYou")}</span>
      </li>
      {others.map((level, index) => (
        <li key={index}>
          <SeatMark seat={index + 1} size={32} />
          <select
            aria-label={coreT("seat", { number: index + 2 })}
            value={level ?? ""}
            onChange={(event) => change(others.with(index, event.target.value || null))}
          >
            <option value="">{t("seatPerson")}</option>
            {game.bots.map((id) => (
              <option key={id} value={id}>
                {t("seatBot", { level: levelLabel(id) })}
              </option>
            ))}
          </select>
        </li>
      ))}
    </ol>
  );
}
