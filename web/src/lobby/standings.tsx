import { useEffect, useState } from "react";
import { gateway, patiently, type Schemas } from "../gateway/calls";
import { Panel } from "../look/controls";
import { spokenName } from "../words/bot_names";
import { coreWords } from "../words/core";
import { useLanguage } from "../words/language";
import { useWords } from "../words/lexicon";
import styles from "./lobby.module.css";
import type { Offered } from "./open_table_dialog";
import { lobbyWords } from "./words";

const SHOWN = 5;

type Standing = Schemas["Standing"];

/** The best few at each game. */
export function Standings({ games }: { games: readonly Offered[] }) {
  const t = useWords(lobbyWords);
  const core = useWords(coreWords);
  const language = useLanguage();
  const [kind, setKind] = useState(games[0]?.kind ?? "city");
  const standings = useStandings(kind);
  const rating = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return (
    <Panel className={styles.list} aria-label={t("standings")}>
      <h2>{t("standings")}</h2>
      <div className={styles.segments} role="radiogroup" aria-label={t("game")}>
        {games.map(({ kind: id, game }) => (
          <label key={id}>
            <input type="radio" name="standings" checked={id === kind} onChange={() => setKind(id)} />
            <span>{game.names[language] ?? game.names.en}</span>
          </label>
        ))}
      </div>
      {standings === null ? (
        <p className={styles.awaited} />
      ) : standings.length === 0 ? (
        <p className={styles.empty}>{t("standingsEmpty")}</p>
      ) : (
        <table className={styles.standings}>
          <thead>
            <tr>
              <th scope="col">{t("rank")}</th>
              <th scope="col">{core("players")}</th>
              <th scope="col">{t("played")}</th>
              <th scope="col">{t("rating")}</th>
            </tr>
          </thead>
          <tbody>
            {standings.map((standing) => (
              <tr key={standing.player}>
                <td>{core("place", { place: standing.rank })}</td>
                <th scope="row">{spokenName(core, standing.player)}</th>
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

/** Null until they are known. */
function useStandings(kind: string): readonly Standing[] | null {
  const [known, setKnown] = useState<{ kind: string; standings: readonly Standing[] } | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const params = { path: { kind }, query: { limit: SHOWN } };
    patiently(() => gateway.GET("/v1/standings/{kind}", { params, signal }), signal)
      .then(({ standings }) => setKnown({ kind, standings }))
      .catch(() => signal.aborted || setKnown({ kind, standings: [] }));
    return () => leaving.abort();
  }, [kind]);
  return known?.kind === kind ? known.standings : null;
}
