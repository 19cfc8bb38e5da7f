import type { CatalogueGame, Standing } from "../contract/gateway";
import { useEffect, useState } from "react";
import { gateway, withRetry } from "../gateway/calls";
import { gameName } from "../gateway/site";
import { Panel } from "../ui/controls";
import { displayName } from "../words/bot_names";
import { coreWords } from "../words/core";
import { useLanguage } from "../words/language";
import { useTranslate } from "../words/messages";
import styles from "./lobby.module.css";
import { lobbyWords } from "./words";

const ROWS_SHOWN = 5;

/** The top players of each game. */
export function Standings({ games }: { games: readonly CatalogueGame[] }) {
  const t = useTranslate(lobbyWords);
  const coreT = useTranslate(coreWords);
  const language = useLanguage();
  const [gameId, setGameId] = useState(games[0]?.id ?? "");
  const standings = useStandings(gameId);
  const rating = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return (
    <Panel className={styles.list} aria-label={t("standings")} aria-busy={standings === null}>
      <h2>{t("standings")}</h2>
      <div className={styles.segments} role="radiogroup" aria-label={t("game")}>
        {games.map((game) => (
          <label key={game.id}>
            <input
              type="radio"
              name="standings"
              checked={game.id === gameId}
              onChange={() => setGameId(game.id)}
            />
            <span>{gameName(game, language)}</span>
          </label>
        ))}
      </div>
      {standings === null ? (
        <div className={styles.loading} />
      ) : standings.length === 0 ? (
        <p className={styles.empty}>{t("standingsEmpty")}</p>
      ) : (
        <table className={styles.standings}>
          <thead>
            <tr>
              <th scope="col">{t("rank")}</th>
              <th scope="col">{coreT("players")}</th>
              <th scope="col">{t("played")}</th>
              <th scope="col">{t("rating")}</th>
            </tr>
          </thead>
          <tbody>
            {standings.map((standing) => (
              <tr key={standing.player}>
                <td>{coreT("place", { place: standing.rank })}</td>
                <th scope="row">{displayName(coreT, standing.name)}</th>
                <td>{standing.played}</td>
                <td>{rating.format(standing.rating)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

/** Return the standings, or null while loading. */
function useStandings(gameId: string): readonly Standing[] | null {
  const [loaded, setLoaded] = useState<{ gameId: string; standings: readonly Standing[] } | null>(null);
  useEffect(() => {
    const abortController = new AbortController();
    const { signal } = abortController;
    const params = { path: { game: gameId }, query: { limit: ROWS_SHOWN } };
    withRetry(() => gateway.GET("/v1/standings/{game}", { params, signal }), signal)
      .then(({ standings }) => setLoaded({ gameId, standings }))
      .catch(() => signal.aborted || setLoaded({ gameId, standings: [] }));
    return () => abortController.abort();
  }, [gameId]);
  return loaded?.gameId === gameId ? loaded.standings : null;
}
