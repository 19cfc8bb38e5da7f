import { useMemo } from "react";
import { useFace } from "../faces/use_face";
import { forget, type Key } from "../keyring/keyring";
import { Loading } from "../look/loading";
import { coreWords } from "../words/core";
import { useWords } from "../words/lexicon";
import { useNames } from "../words/use_names";
import { Aside } from "./aside";
import { Ending } from "./ending";
import { Failure } from "./failure";
import { Notices } from "./notices";
import { TakebackBar } from "./takeback_bar";
import { useSpokenSeen } from "./spoken_seen";
import { useStatus } from "./status";
import { useSession } from "./use_session";
import { WaitingRoom } from "./waiting_room";
import styles from "./table.module.css";

/** A table that this browser holds a key for. */
export function OpenTable({ tableKey, onLeave }: { tableKey: Key; onLeave: () => void }) {
  const [state, session] = useSession(tableKey);
  const leave = () => {
    forget(tableKey.table, tableKey.viewer);
    onLeave();
  };
  if (state.failure) return <Failure problem={state.failure} onLeave={leave} />;
  if (!state.seen) return <Loading />;
  return <Shown state={state} session={session} onLeave={leave} />;
}

function Shown({
  state,
  session,
  onLeave,
}: {
  state: ReturnType<typeof useSession>[0];
  session: ReturnType<typeof useSession>[1];
  onLeave: () => void;
}) {
  const seen = useSpokenSeen(state.seen!);
  const { table } = seen;
  const { face, pieces } = useFace(table.game);
  const nameOf = useNames(table.game);
  const core = useWords(coreWords);
  const status = useStatus(seen);
  const actions = useMemo(
    () => state.actions.filter((action) => !ELSEWHERE.has(action.type)),
    [state.actions],
  );
  const telling = useMemo(() => ({ face, nameOf }), [face, nameOf]);
  const sending = state.pending !== null;
  const title = <title>{`${status.short} · Blue Moon`}</title>;
  if (table.stage === "open") {
    const getUp = async () => {
      // The seat is given back before its key is thrown away.
      if (await session.act({ type: "leave_seat" })) onLeave();
    };
    return (
      <div className={styles.waiting} data-seq={seen.seq}>
        {title}
        <Notices state={state} onDismiss={session.dismiss} />
        <WaitingRoom seen={seen} tableId={session.table} sending={sending} leave={getUp} />
      </div>
    );
  }
  return (
    <div className={styles.table} data-seq={seen.seq}>
      {title}
      <div className={styles.board}>
        <div className={styles.statusLine}>
          <h1 className={styles.status} aria-live="polite" data-mine={status.mine}>
            {status.long}
          </h1>
          {sending && (
            <p className={styles.sending} role="status">
              {core("sending")}
            </p>
          )}
        </div>
        <Notices state={state} onDismiss={session.dismiss} />
        <TakebackBar seen={seen} act={session.act} sending={sending} />
        {table.stage === "over" && <Ending seen={seen} face={face} tableId={session.table} />}
        <face.Board
          seen={seen as never}
          pieces={pieces}
          actions={actions}
          act={session.act}
          sending={sending}
          news={state.news}
          history={state.history}
          nameOf={nameOf}
        />
      </div>
      <Aside
        seen={seen}
        history={state.history}
        complete={state.complete}
        telling={telling}
        act={session.act}
        tableId={session.table}
      />
    </div>
  );
}

/** Actions of the table itself: they have their own places around the board. */
const ELSEWHERE = new Set([
  "resign",
  "ask_takeback",
  "answer_takeback",
  "leave_seat",
  "take_seat",
  "start_game",
]);
