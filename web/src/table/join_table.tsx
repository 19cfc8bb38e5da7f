import type { TableRow } from "../contract/live";
import { Suspense, useEffect, useState, type FormEvent } from "react";
import { Link } from "wouter";
import type { BroughtDeck } from "../game_ui/game_ui";
import { GAME_UIS } from "../games";
import { unwrap, gateway, withRetry } from "../gateway/calls";
import { ProblemError } from "../gateway/problem";
import { suggestedName } from "../guest/suggested_name";
import { guestName, setGuestName } from "../guest/guest_name";
import { storeToken, type SeatToken } from "../seat_tokens/seat_tokens";
import { Button, buttonClass, Field, Note } from "../ui/controls";
import { Loading } from "../ui/loading";
import { SeatMark } from "../ui/seat";
import { displayName } from "../words/bot_names";
import { coreWords } from "../words/core";
import { useTranslate } from "../words/messages";
import { Failure } from "./failure";
import { GameHeader } from "./waiting_room";
import styles from "./table.module.css";

/** Lets a visitor with a link take a free seat or watch. */
export function JoinTable({ table, onToken }: { table: string; onToken: (seatToken: SeatToken) => void }) {
  const t = useTranslate(coreWords);
  const [row, setRow] = useState<TableRow | null>(null);
  const [problem, setProblem] = useState<ProblemError | null>(null);
  const [name, setName] = useState(() => guestName() || suggestedName(t("suggestedNames")));
  const [deck, setDeck] = useState<BroughtDeck | null>(null);
  const [isJoining, setIsJoining] = useState(false);
  useEffect(() => {
    const abortController = new AbortController();
    const { signal } = abortController;
    withRetry(() => gateway.GET("/v1/tables/{table}", { params: { path: { table } }, signal }), signal)
      .then(setRow)
      .catch((error: unknown) => error instanceof ProblemError && setProblem(error));
    return () => abortController.abort();
  }, [table]);

  const enterTable = async (requestToken: () => Promise<string>) => {
    setIsJoining(true);
    setProblem(null);
    try {
      onToken(storeToken(table, await requestToken()));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      setProblem(error);
    } finally {
      setIsJoining(false);
    }
  };
  const params = { path: { table } };
  const takeSeat = (event: FormEvent) => {
    event.preventDefault();
    setGuestName(name);
    const body = { player: name.trim(), ...(deck && { deck }) };
    void enterTable(
      async () => (await unwrap(gateway.POST("/v1/guests/tables/{table}/seats", { params, body }))).token,
    );
  };
  const watch = () =>
    void enterTable(
      async () => (await unwrap(gateway.POST("/v1/guests/tables/{table}/spectators", { params }))).token,
    );

  if (problem && !row) return <Failure problem={problem} onLeave={() => location.assign("/")} />;
  if (!row) return <Loading />;
  const bots = new Set(row.terms.bots?.map((bot) => bot.seat));
  const hasFreeSeat =
    row.stage === "open" && row.players.some((player, seat) => player === null && !bots.has(seat));
  const gameUi = GAME_UIS[row.game];
  const DeckForm = gameUi?.acceptsDecks?.(row.options) ? gameUi.DeckForm : undefined;
  const title = hasFreeSeat ? t("joinTitle") : t("watchTitle");
  return (
    <section className={styles.hall}>
      <title>{`${title} · Blue Moon`}</title>
      <GameHeader game={row.game} title={title} />
      <div className={styles.hallBody}>
        {row.stage === "playing" && <p>{t("gameInProgress")}</p>}
        {row.stage === "over" && <p>{t("over")}</p>}
        {row.stage === "open" && !hasFreeSeat && <p>{t("tableFull")}</p>}
        <ul className={styles.seatList} aria-label={t("atTable")}>
          {row.players.map((player, seat) => (
            <li key={seat} data-free={player === null}>
              <SeatMark seat={seat} name={player && displayName(t, player)} size={36} />
              <span>{player ? displayName(t, player) : t("emptySeat")}</span>
            </li>
          ))}
        </ul>
        {problem && <Note kind="bad">{problem.message}</Note>}
        {hasFreeSeat && (
          <form onSubmit={takeSeat} className={styles.invite}>
            <Field label={t("yourName")}>
              <input
                required
                maxLength={64}
                autoComplete="nickname"
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            </Field>
            <p className={styles.soft}>{t("nameHint")}</p>
            {DeckForm && (
              <Suspense fallback={<Loading />}>
                <DeckForm deck={deck} change={setDeck} />
              </Suspense>
            )}
            <Button tone="primary" type="submit" disabled={isJoining || !name.trim()}>
              {t("join")}
            </Button>
          </form>
        )}
        <div className={styles.row}>
          {row.stage === "over" && (
            <Link href={`/replay/${table}`} className={buttonClass("primary")}>
              {t("replay")}
            </Link>
          )}
          {row.terms.spectators === "forbidden" ? (
            <p className={styles.soft}>{t("noSpectators")}</p>
          ) : (
            <Button tone={hasFreeSeat ? "plain" : "primary"} disabled={isJoining} onClick={watch}>
              {t("watch")}
            </Button>
          )}
          <Link href="/" className={buttonClass("quiet")}>
            {t("toLobby")}
          </Link>
        </div>
      </div>
    </section>
  );
}
