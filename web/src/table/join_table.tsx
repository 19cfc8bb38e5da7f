import { useEffect, useState, type FormEvent } from "react";
import { Link } from "wouter";
import { answered, gateway, patiently, type Schemas } from "../gateway/calls";
import { ProblemError } from "../gateway/problem";
import { guestName, setGuestName } from "../keyring/guest_name";
import { keep, type Key } from "../keyring/keyring";
import { Button, buttonClass, Field, Note, Panel } from "../look/controls";
import { Loading } from "../look/loading";
import { coreWords } from "../words/core";
import { useWords } from "../words/lexicon";
import { Failure } from "./failure";
import styles from "./table.module.css";

type TableRow = Schemas["TableRow"];

/** Somebody came by link: they may sit down while there is room, or watch. */
export function JoinTable({ table, onKey }: { table: string; onKey: (key: Key) => void }) {
  const t = useWords(coreWords);
  const [row, setRow] = useState<TableRow | null>(null);
  const [problem, setProblem] = useState<ProblemError | null>(null);
  const [name, setName] = useState(guestName);
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
  return (
    <Panel className={styles.join}>
      <h1>{t("joinTitle")}</h1>
      <p>{row.players.filter((player) => player !== null).join(", ")}</p>
      {problem && <Note kind="bad">{problem.message}</Note>}
      {room ? (
        <form onSubmit={sit}>
          <Field label={t("yourName")}>
            <input required maxLength={64} value={name} onChange={(event) => setName(event.target.value)} />
          </Field>
          <Button tone="primary" type="submit" disabled={busy || !name.trim()}>
            {t("join")}
          </Button>
        </form>
      ) : (
        row.stage === "open" && <p>{t("tableFull")}</p>
      )}
      <div className={styles.row}>
        {row.terms.spectators === "forbidden" ? (
          <p>{t("noSpectators")}</p>
        ) : (
          <Button disabled={busy} onClick={watch}>
            {t("watch")}
          </Button>
        )}
        <Link href="/" className={buttonClass("quiet")}>
          {t("toLobby")}
        </Link>
      </div>
    </Panel>
  );
}
