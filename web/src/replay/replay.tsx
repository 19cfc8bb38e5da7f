import { useGameUi } from "../game_ui/use_game_ui";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { Link } from "wouter";
import type { SeatToken } from "../seat_tokens/seat_tokens";
import { connection } from "../live/use_connection";
import { buttonClass, Note, Panel } from "../ui/controls";
import frame from "../ui/frame.module.css";
import { Loading } from "../ui/loading";
import { CopyLink } from "../table/copy_link";
import { Failure } from "../table/failure";
import { Log } from "../table/log";
import { useLocalizedView } from "../table/use_localized_view";
import table from "../table/table.module.css";
import { coreWords } from "../words/core";
import { useTranslate } from "../words/messages";
import { useNames } from "../words/use_names";
import { momentOf, searchOf } from "./replay_url";
import { Bar } from "./bar";
import { ViewerChoice } from "./viewer_choice";
import { Player } from "./player";
import { Recording, type RecordingState } from "./recording";
import styles from "./replay.module.css";
import { useReplayKeys } from "./use_replay_keys";
import { useNarrationAt } from "./use_narration_at";
import { replayWords } from "./words";

const URL_UPDATE_MS = 400;
const noop = () => {};

export function Replay({ seatToken }: { seatToken: SeatToken }) {
  const t = useTranslate(replayWords);
  const coreT = useTranslate(coreWords);
  const { table: tableId, viewer, token, at } = seatToken;
  const [linked] = useState(() => momentOf(location.search));
  const recording = useMemo(
    () => new Recording({ table: tableId, viewer, token, at }, connection),
    [tableId, viewer, token, at],
  );
  useEffect(() => recording.start(linked.viewer), [recording, linked]);
  const state = useSyncExternalStore(recording.onStateChange, () => recording.state);
  if (state.failure) return <Failure problem={state.failure} onLeave={() => location.assign("/")} />;
  if (state.viewer === null) return <Loading />;
  if (state.first === null) {
    return (
      <div className={frame.middle}>
        <title>{`${t("title")} · Blue Moon`}</title>
        <h1>{t("notStarted")}</h1>
        <Link href={`/table/${tableId}`} className={buttonClass("primary")}>
          {t("toTable")}
        </Link>
        <Link href="/" className={buttonClass("quiet")}>
          {coreT("toLobby")}
        </Link>
      </div>
    );
  }
  return <ShownReplay recording={recording} state={state} startSeq={linked.seq} tableId={tableId} />;
}

function ShownReplay({
  recording,
  state,
  startSeq,
  tableId,
}: {
  recording: Recording;
  state: RecordingState;
  startSeq: number | null;
  tableId: string;
}) {
  const t = useTranslate(replayWords);
  const coreT = useTranslate(coreWords);
  const newest = useLocalizedView(state.newest!);
  const viewer = state.viewer!;
  const gameId = newest.table.game;
  const { gameUi, pieces } = useGameUi(gameId);
  const nameOf = useNames(gameId);
  const player = useMemo(
    () => new Player(recording, gameUi.isTurningPoint, startSeq),
    [recording, gameUi, startSeq],
  );
  useEffect(() => player.start(), [player]);
  const playing = useSyncExternalStore(player.onStateChange, () => player.state);
  useReplayKeys(player.move);
  const { head, news } = playing;
  const shown = useLocalizedView(playing.shown);
  const narration = useMemo(() => ({ gameUi, nameOf }), [gameUi, nameOf]);
  const sentence = useNarrationAt(newest, narration, state.commits, head.seq);
  const search = searchOf({ seq: head.seq, viewer: state.over ? viewer : null });
  useEffect(() => {
    // Delayed, because browsers limit URL changes.
    const timer = setTimeout(
      () => history.replaceState(history.state, "", location.pathname + search),
      URL_UPDATE_MS,
    );
    return () => clearTimeout(timer);
  }, [search]);
  return (
    <div className={table.table}>
      <title>{`${t("title")} · Blue Moon`}</title>
      <div className={table.board}>
        <h1 className="visually-hidden">{t("title")}</h1>
        <Bar
          state={playing}
          narration={sentence}
          over={state.over}
          move={player.move}
          setPace={player.setPace}
        />
        {state.waitingReason && <Note kind="warn">{coreT("serverUnavailable")}</Note>}
        {shown ? (
          <gameUi.Board
            view={shown as never}
            pieces={pieces}
            actions={[]}
            act={noop}
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
        <Panel className={styles.controls}>
          {!state.over && (
            <>
              <p>{t("running")}</p>
              <Link href={`/table/${tableId}`} className={buttonClass("primary")}>
                {t("toTable")}
              </Link>
            </>
          )}
          <ViewerChoice
            table={newest.table}
            viewer={viewer}
            over={state.over}
            change={(nextViewer) => recording.setViewer(nextViewer)}
          />
          <details>
            <summary>{t("share")}</summary>
            <CopyLink href={`${location.origin}/replay/${tableId}${search}`} />
          </details>
          <p className={styles.hint}>{t("keys")}</p>
        </Panel>
        <Log
          history={state.commits}
          isComplete
          view={newest}
          narration={narration}
          currentSeq={head.seq}
          onSelect={(seq) => player.move({ type: "seek", seq })}
        />
      </aside>
    </div>
  );
}
