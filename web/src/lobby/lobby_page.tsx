import type { TableRow } from "../contract/live";
import { use, useState } from "react";
import { Link } from "wouter";
import { loadPresentation } from "../game_ui/use_game_ui";
import { catalogue, site } from "../gateway/site";
import { findToken } from "../seat_tokens/seat_tokens";
import { buttonClass, Note } from "../ui/controls";
import { coreWords } from "../words/core";
import { useTranslate } from "../words/messages";
import { tablePresetFromUrl } from "./table_from_url";
import { GameCard } from "./game_card";
import { JoinByLink } from "./join_by_link";
import styles from "./lobby.module.css";
import { OpenTableDialog } from "./open_table_dialog";
import { freeSeats } from "./row_labels";
import { Standings } from "./standings";
import { TableListItem } from "./table_list_item";
import { TableList } from "./table_list";
import { useMyTables } from "./use_my_tables";
import { useNow } from "./use_now";
import { useLobbyTables } from "./use_lobby_tables";
import { WatchButton } from "./watch_button";
import { lobbyWords } from "./words";

const ROWS_SHOWN = 6;
const ENDED_ROWS_SHOWN = 4;

/** The start page: games to play, own tables, and public tables. */
export default function LobbyPage() {
  const coreT = useTranslate(coreWords);
  const t = useTranslate(lobbyWords);
  const { guests } = use(site());
  const { games } = use(catalogue());
  // In parallel, before the first card waits for one of them.
  for (const game of games) loadPresentation(game.id).catch(() => {});
  const [preset, setPreset] = useState(() => tablePresetFromUrl(location.search, games));
  const { open, playing, over, isLoaded, isStale } = useLobbyTables();
  const myTables = useMyTables(playing);
  const now = useNow();
  const joinable = open.filter((row) => freeSeats(row).length > 0);
  return (
    <div className={styles.lobby}>
      <title>{`${coreT("lobby")} · Blue Moon`}</title>
      <header className={styles.welcome}>
        <h1>{t("welcome")}</h1>
        <p>{guests ? t("lead") : coreT("tagline")}</p>
      </header>
      {!guests && <Note kind="info">{t("platformOnly")}</Note>}
      <div className={styles.games}>
        {games.map((game) => (
          <GameCard
            key={game.id}
            game={game}
            guestsAllowed={guests}
            onOpenTable={() => setPreset({ gameId: game.id, options: {} })}
          />
        ))}
      </div>
      {isStale && <Note kind="warn">{t("listsUnavailable")}</Note>}
      <div className={styles.columns}>
        <div className={styles.column}>
          {myTables.length > 0 && (
            <TableList title={t("myTables")} rows={myTables} empty={null} shown={ROWS_SHOWN}>
              {({ seatToken, row }) => (
                <TableListItem
                  key={`${seatToken.table}.${seatToken.viewer}`}
                  row={row}
                  now={now}
                  mySeat={seatToken.viewer as number}
                >
                  {row.stage === "over" ? (
                    <ReplayLink row={row} />
                  ) : (
                    <Link href={`/table/${row.table}`} className={buttonClass("primary")}>
                      {t("continue")}
                    </Link>
                  )}
                </TableListItem>
              )}
            </TableList>
          )}
          <TableList
            title={t("openTables")}
            rows={joinable}
            empty={isLoaded ? t("openTablesEmpty") : null}
            shown={ROWS_SHOWN}
          >
            {(row) => (
              <TableListItem key={row.table} row={row} now={now}>
                {(guests || findToken(row.table)) && (
                  <Link href={`/table/${row.table}`} className={buttonClass("primary")}>
                    {findToken(row.table) ? t("continue") : t("join")}
                  </Link>
                )}
              </TableListItem>
            )}
          </TableList>
          <TableList
            title={t("runningGames")}
            rows={playing}
            empty={isLoaded ? t("runningEmpty") : null}
            shown={ROWS_SHOWN}
          >
            {(row) => (
              <TableListItem key={row.table} row={row} now={now}>
                <WatchButton row={row} guests={guests} />
              </TableListItem>
            )}
          </TableList>
          <TableList
            title={t("finishedGames")}
            rows={over}
            empty={isLoaded ? t("finishedEmpty") : null}
            shown={ENDED_ROWS_SHOWN}
          >
            {(row) => (
              <TableListItem key={row.table} row={row} now={now}>
                <ReplayLink row={row} />
              </TableListItem>
            )}
          </TableList>
        </div>
        <div className={styles.column}>
          <JoinByLink />
          <Standings games={games} />
        </div>
      </div>
      {preset && (
        <OpenTableDialog
          games={games}
          initialGame={preset.gameId}
          options={preset.options}
          onClose={() => {
            // Clear the preset from the URL, so that a reload does not open the dialog again.
            if (tablePresetFromUrl(location.search, games))
              history.replaceState(history.state, "", location.pathname);
            setPreset(null);
          }}
        />
      )}
    </div>
  );
}

function ReplayLink({ row }: { row: TableRow }) {
  const t = useTranslate(lobbyWords);
  return (
    <Link href={`/replay/${row.table}`} className={buttonClass("plain")}>
      {t("replay")}
    </Link>
  );
}
