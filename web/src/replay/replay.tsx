import { useFace } from "../faces/use_face";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { Link } from "wouter";
import type { Key } from "../keyring/keyring";
import { line } from "../live/use_line";
import { buttonClass, Note, Panel } from "../look/controls";
import frame from "../look/frame.module.css";
import { Loading } from "../look/loading";
import { CopyLink } from "../table/copy_link";
import { Failure } from "../table/failure";
import { Log } from "../table/log";
import { useSpokenSeen } from "../table/spoken_seen";
import table from "../table/table.module.css";
import { coreWords } from "../words/core";
import { useWords } from "../words/lexicon";
import { useNames } from "../words/use_names";
import { momentOf, searchOf } from "./address";
import { Bar } from "./bar";
import { EyesChoice } from "./eyes_choice";
import { Player } from "./player";
import { Recording, type RecordingState } from "./recording";
import styles from "./replay.module.css";
import { useReplayKeys } from "./use_replay_keys";
import { useToldAt } from "./use_told_at";
import { replayWords } from "./words";

const ADDRESS_AFTER_MS = 400;
const nothing = () => {};

export function Replay({ tableKey }: { tableKey: Key }) {
  const t = useWords(replayWords);
  const core = useWords(coreWords);
  const { table: id, viewer, token, at } = tableKey;
  const [wished] = useState(() => momentOf(location.search));
  const recording = useMemo(
    () => new Recording({ table: id, viewer, token, at }, line),
    [id, viewer, token, at],
  );
  useEffect(() => recording.start(wished.eyes), [recording, wished]);
  const state = useSyncExternalStore(recording.watch, () => recording.state);
  if (state.failure) return <Failure problem={state.failure} onLeave={() => location.assign("/")} />;
  if (state.eyes === null) return <Loading />;
  if (state.first === null) {
    return (
      <div className={frame.middle}>
        <h1>{t("notBegun")}</h1>
        <Link href={`/table/${id}`} className={buttonClass("primary")}>
          {t("toTable")}
        </Link>
        <Link href="/" className={buttonClass("quiet")}>
          {core("toLobby")}
        </Link>
      </div>
    );
  }
  return <Shown recording={recording} state={state} at={wished.at} tableId={id} />;
}

function Shown({
  recording,
  state,
  at,
  tableId,
}: {
  recording: Recording;
  state: RecordingState;
  at: number | null;
  tableId: string;
}) {
  const t = useWords(replayWords);
  const core = useWords(coreWords);
  const newest = useSpokenSeen(state.newest!);
  const eyes = state.eyes!;
  const kind = newest.table.game;
  const { face, pieces } = useFace(kind);
  const nameOf = useNames(kind);
  const player = useMemo(() => new Player(recording, face.isTurningPoint, at), [recording, face, at]);
  useEffect(() => player.start(), [player]);
  const playing = useSyncExternalStore(player.watch, () => player.state);
  useReplayKeys(player.move);
  const { head, news } = playing;
  const shown = useSpokenSeen(playing.shown);
  const telling = useMemo(() => ({ face, nameOf }), [face, nameOf]);
  const told = useToldAt(newest, telling, state.commits, head.at);
  const search = searchOf({ at: head.at, eyes: state.over ? eyes : null });
  useEffect(() => {
    // Not at every step: browsers refuse an address that changes too often.
    const timer = setTimeout(
      () => history.replaceState(history.state, "", location.pathname + search),
      ADDRESS_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, [search]);
  return (
    <div className={table.table}>
      <title>{`${t("title")} · Blue Moon`}</title>
      <div className={table.board}>
        <h1 className="unseen">{t("title")}</h1>
        <Bar state={playing} told={told} over={state.over} move={player.move} setPace={player.setPace} />
        {state.waiting && <Note kind="warn">{core("serverWaits")}</Note>}
        {shown ? (
          <face.Board
            seen={shown as never}
            pieces={pieces}
            actions={[]}
            act={nothing}
            sending={false}
            news={news}
            history={state.commits}
            nameOf={nameOf}
          />
        ) : (
          <Loading />
        )}
      </div>
      <aside className={table.aside}>
        <Panel className={styles.looking}>
          {!state.over && (
            <>
              <p>{t("running")}</p>
              <Link href={`/table/${tableId}`} className={buttonClass("primary")}>
                {t("toTable")}
              </Link>
            </>
          )}
          <EyesChoice
            table={newest.table}
            eyes={eyes}
            over={state.over}
            change={(wanted) => recording.seeWith(wanted)}
          />
          <details>
            <summary>{t("share")}</summary>
            <CopyLink href={`${location.origin}/replay/${tableId}${search}`} />
          </details>
          <p className={styles.hint}>{t("keys")}</p>
        </Panel>
        <Log
          history={state.commits}
          complete
          seen={newest}
          telling={telling}
          at={head.at}
          onPick={(seq) => player.move({ type: "seek", at: seq })}
        />
      </aside>
    </div>
  );
}
