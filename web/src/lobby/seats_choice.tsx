import type { GameInCatalogue } from "../gateway/site";
import { SeatMark } from "../look/seat";
import { coreWords } from "../words/core";
import { useWords } from "../words/lexicon";
import { useLevelWords } from "./bot_levels";
import styles from "./lobby.module.css";
import { lobbyWords } from "./words";

/** Who is to sit where: the one who opens the table, people, or bots of a level. */
export function SeatsChoice({
  game,
  others,
  you,
  change,
}: {
  game: GameInCatalogue;
  others: readonly (string | null)[];
  you: string;
  change: (others: readonly (string | null)[]) => void;
}) {
  const core = useWords(coreWords);
  const t = useWords(lobbyWords);
  const levelWords = useLevelWords(game);
  return (
    <ol className={styles.chairs}>
      <li>
        <SeatMark seat={0} name={you} size={32} />
        <span className={styles.you}>{t("seatYou")}</span>
      </li>
      {others.map((level, index) => (
        <li key={index}>
          <SeatMark seat={index + 1} size={32} />
          <select
            aria-label={core("seat", { number: index + 2 })}
            value={level ?? ""}
            onChange={(event) => change(others.with(index, event.target.value || null))}
          >
            <option value="">{t("seatPerson")}</option>
            {game.bots.map((id) => (
              <option key={id} value={id}>
                {t("seatBot", { level: levelWords(id) })}
              </option>
            ))}
          </select>
        </li>
      ))}
    </ol>
  );
}
