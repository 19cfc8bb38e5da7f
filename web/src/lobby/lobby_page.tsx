import { use, useState } from "react";
import { Link } from "wouter";
import { isGameKind } from "../faces/face";
import { catalogue, site } from "../gateway/site";
import { keyOf } from "../keyring/keyring";
import { buttonClass, Note } from "../look/controls";
import { coreWords } from "../words/core";
import { useWords } from "../words/lexicon";
import { askedFor } from "./asked_for";
import { GameCard } from "./game_card";
import { JoinByLink } from "./join_by_link";
import styles from "./lobby.module.css";
import { OpenTableDialog } from "./open_table_dialog";
import { freeSeats } from "./row_words";
import { Standings } from "./standings";
import type { TableRow } from "./table_board";
import { TableLine } from "./table_line";
import { TableList } from "./table_list";
import { useMyTables } from "./use_my_tables";
import { useNow } from "./use_now";
import { useTableBoard } from "./use_table_board";
import { WatchButton } from "./watch_button";
import { lobbyWords } from "./words";

const SHOWN = 6;
const ENDED_SHOWN = 4;

/** Where one comes in: games to play at once, one's own tables, and what goes on at the others. */
export default function LobbyPage() {
  const core = useWords(coreWords);
  const t = useWords(lobbyWords);
  const { guests } = use(site());
  const games = use(catalogue()).games.flatMap((game) =>
    isGameKind(game.id) ? [{ kind: game.id, game }] : [],
  );
  const [opening, setOpening] = useState(() => askedFor(location.search));
  const { open, playing, over, told, late } = useTableBoard();
  const mine = useMyTables(playing);
  const now = useNow();
  const room = open.filter((row) => freeSeats(row).length > 0);
  return (
    <div className={styles.lobby}>
      <title>{`${core("lobby")} · Blue Moon`}</title>
      <header className={styles.welcome}>
        <h1>{t("welcome")}</h1>
        <p>{guests ? t("lead") : core("tagline")}</p>
      </header>
      {!guests && <Note kind="info">{t("platformOnly")}</Note>}
      <div className={styles.games}>
        {games.map(({ kind, game }) => (
          <GameCard
            key={kind}
            kind={kind}
            game={game}
            guests={guests}
            onOpenTable={() => setOpening({ kind, options: {} })}
          />
        ))}
      </div>
      {late && <Note kind="warn">{t("listsLate")}</Note>}
      <div className={styles.columns}>
        <div className={styles.column}>
          {mine.length > 0 && (
            <TableList title={t("myTables")} rows={mine} empty={null} shown={SHOWN}>
              {({ key, row }) => (
                <TableLine
                  key={`${key.table}.${key.viewer}`}
                  row={row}
                  now={now}
                  mySeat={key.viewer as number}
                >
                  {row.stage === "over" ? (
                    <ReplayLink row={row} />
                  ) : (
                    <Link href={`/table/${row.table}`} className={buttonClass("primary")}>
                      {t("goOn")}
                    </Link>
                  )}
                </TableLine>
              )}
            </TableList>
          )}
          <TableList
            title={t("openTables")}
            rows={room}
            empty={told ? t("openTablesEmpty") : null}
            shown={SHOWN}
          >
            {(row) => (
              <TableLine key={row.table} row={row} now={now}>
                {(guests || keyOf(row.table)) && (
                  <Link href={`/table/${row.table}`} className={buttonClass("primary")}>
                    {keyOf(row.table) ? t("goOn") : t("join")}
                  </Link>
                )}
              </TableLine>
            )}
          </TableList>
          <TableList
            title={t("runningGames")}
            rows={playing}
            empty={told ? t("runningEmpty") : null}
            shown={SHOWN}
          >
            {(row) => (
              <TableLine key={row.table} row={row} now={now}>
                <WatchButton row={row} guests={guests} />
              </TableLine>
            )}
          </TableList>
          <TableList
            title={t("finishedGames")}
            rows={over}
            empty={told ? t("finishedEmpty") : null}
            shown={ENDED_SHOWN}
          >
            {(row) => (
              <TableLine key={row.table} row={row} now={now}>
                <ReplayLink row={row} />
              </TableLine>
            )}
          </TableList>
        </div>
        <div className={styles.column}>
          <JoinByLink />
          <Standings games={games} />
        </div>
      </div>
      {opening && (
        <OpenTableDialog
          games={games}
          first={opening.kind}
          options={opening.options}
          onClose={() => {
            // What was asked for is answered: loading the page again does not ask again.
            if (askedFor(location.search)) history.replaceState(history.state, "", location.pathname);
            setOpening(null);
          }}
        />
      )}
    </div>
  );
}

function ReplayLink({ row }: { row: TableRow }) {
  const t = useWords(lobbyWords);
  return (
    <Link href={`/replay/${row.table}`} className={buttonClass("plain")}>
      {t("replay")}
    </Link>
  );
}
