import { useEffect, useState, type FormEvent } from "react";
import { Link } from "wouter";
import { answered, gateway, patiently, type Schemas } from "../gateway/calls";
import { ProblemError } from "../gateway/problem";
import { friendlyName } from "../keyring/friendly_name";
import { guestName, setGuestName } from "../keyring/guest_name";
import { keep, type Key } from "../keyring/keyring";
import { Button, buttonClass, Field, Note } from "../look/controls";
import { Loading } from "../look/loading";
import { SeatMark } from "../look/seat";
import { spokenName } from "../words/bot_names";
import { coreWords } from "../words/core";
import { useWords } from "../words/lexicon";
import { Failure } from "./failure";
import { HallHead } from "./waiting_room";
import styles from "./table.module.css";

type TableRow = Schemas["TableRow"];

/** Somebody came by link: they may sit down while there is room, or watch. */
export function JoinTable({ table, onKey }: { table: string; onKey: (key: Key) => void }) {
  const t = useWords(coreWords);
  const [row, setRow] = useState<TableRow | null>(null);
  const [problem, setProblem] = useState<ProblemError | null>(null);
  const [name, setName] = useState(() => guestName() || friendlyName(t("friendlyNames")));
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    patiently(() => gateway.GET("/v1/tables/{game}", { params: { path: { game: table } }, signal }), signal)
      .then(setRow)
      .catch((error: unknown) => error instanceof ProblemError && setProblem(error));
    return () => leaving.abort();
  }, [table]);

  const attempt = async (enter: () => Promise<string>) => {
    setBusy(true);
    setProblem(null);
    try {
      onKey(keep(table, await enter()));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  const params = { path: { game: table } };
  const sit = (event: FormEvent) => {
    event.preventDefault();
    setGuestName(name);
    const body = { player: name.trim() };
    void attempt(
      async () => (await answered(gateway.POST("/v1/guests/tables/{game}/seats", { params, body }))).token,
    );
  };
  const watch = () =>
    void attempt(
      async () => (await answered(gateway.POST("/v1/guests/tables/{game}/spectators", { params }))).token,
    );

  if (problem && !row) return <Failure problem={problem} onLeave={() => location.assign("/")} />;
  if (!row) return <Loading />;
  const bots = new Set(row.terms.bots?.map((bot) => bot.seat));
  const room = row.stage === "open" && row.players.some((player, seat) => player === null && !bots.has(seat));
  const title = room ? t("joinTitle") : t("watchTitle");
  return (
    <section className={styles.hall}>
      <title>{`${title} · Blue Moon`}</title>
      <HallHead game={row.game} title={title} />
      <div className={styles.hallBody}>
        {row.stage === "playing" && <p>{t("playsNow")}</p>}
        {row.stage === "over" && <p>{t("over")}</p>}
        {row.stage === "open" && !room && <p>{t("tableFull")}</p>}
        <ul className={styles.chairs} aria-label={t("atTable")}>
          {row.players.map((player, seat) => (
            <li key={seat} data-free={player === null}>
              <SeatMark seat={seat} name={player && spokenName(t, player)} size={36} />
              <span>{player ? spokenName(t, player) : t("emptySeat")}</span>
            </li>
          ))}
        </ul>
        {problem && <Note kind="bad">{problem.message}</Note>}
        {room && (
          <form onSubmit={sit} className={styles.invite}>
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
            <Button tone="primary" type="submit" disabled={busy || !name.trim()}>
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
            <Button tone={room ? "plain" : "primary"} disabled={busy} onClick={watch}>
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
