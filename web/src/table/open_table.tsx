import { useCallback, useMemo } from "react";
import { useGameUi } from "../game_ui/use_game_ui";
import { removeToken, type SeatToken } from "../seat_tokens/seat_tokens";
import { Loading } from "../ui/loading";
import { coreWords } from "../words/core";
import { useTranslate } from "../words/messages";
import { useNames } from "../words/use_names";
import { Aside } from "./aside";
import { Ending } from "./ending";
import { Failure } from "./failure";
import { Notices } from "./notices";
import { TakebackBar } from "./takeback_bar";
import { useLocalizedView } from "./use_localized_view";
import { useStatus } from "./status";
import { useSession } from "./use_session";
import { WaitingRoom } from "./waiting_room";
import type { AnyAction, TableAction } from "./table_view";
import styles from "./table.module.css";

/** A table for which this browser holds a token. */
export function OpenTable({ seatToken, onLeave }: { seatToken: SeatToken; onLeave: () => void }) {
  const [state, session] = useSession(seatToken);
  const leave = () => {
    removeToken(seatToken.table, seatToken.viewer);
    onLeave();
  };
  if (state.failure) return <Failure problem={state.failure} onLeave={leave} />;
  if (!state.view) return <Loading />;
  return <ShownTable state={state} session={session} onLeave={leave} />;
}

function ShownTable({
  state,
  session,
  onLeave,
}: {
  state: ReturnType<typeof useSession>[0];
  session: ReturnType<typeof useSession>[1];
  onLeave: () => void;
}) {
  const view = useLocalizedView(state.view!);
  const { table } = view;
  const { gameUi, pieces } = useGameUi(table.game);
  const nameOf = useNames(table.game);
  const t = useTranslate(coreWords);
  const actions = useMemo(
    () => view.actions.filter((action) => !TABLE_ACTIONS.has(action.type)),
    [view.actions],
  );
  const status = useStatus(view);
  const narration = useMemo(() => ({ gameUi, nameOf }), [gameUi, nameOf]);
  const act = useCallback((action: AnyAction | TableAction) => void session.act(action), [session]);
  const sending = state.pending !== null;
  const title = <title>{`${status.short} · Blue Moon`}</title>;
  if (table.stage === "open") {
    const leaveSeat = async () => {
      // Leave the seat before dropping its token.
      if (await session.act({ type: "leave_seat" })) onLeave();
    };
    return (
      <div className={styles.waiting} data-seq={view.seq} aria-busy={sending}>
        {title}
        <Notices state={state} onDismiss={session.dismissRejection} />
        <WaitingRoom view={view} tableId={session.table} sending={sending} leave={leaveSeat} />
      </div>
    );
  }
  return (
    <div className={styles.table} data-seq={view.seq} aria-busy={sending}>
      {title}
      <div className={styles.board}>
        <div className={styles.statusLine}>
          <h1 className={styles.status} aria-live="polite" data-mine={status.isMyTurn}>
            {status.long}
          </h1>
          {sending && (
            <p className={styles.sending} role="status">
              {t("sending")}
            </p>
          )}
        </div>
        <Notices state={state} onDismiss={session.dismissRejection} />
        <TakebackBar view={view} act={act} sending={sending} />
        {table.stage === "over" && <Ending view={view} gameUi={gameUi} tableId={session.table} />}
        <gameUi.Board
          view={view as never}
          pieces={pieces}
          actions={actions}
          act={act}
          sending={sending}
          news={state.news}
          history={state.history}
          nameOf={nameOf}
        />
      </div>
      <Aside
        view={view}
        history={state.history}
        isComplete={state.isComplete}
        narration={narration}
        act={act}
        reportName={session.reportName}
        tableId={session.table}
      />
    </div>
  );
}

/** Actions of the table itself, offered outside the board. */
const TABLE_ACTIONS = new Set([
  "resign",
  "ask_takeback",
  "answer_takeback",
  "leave_seat",
  "take_seat",
  "start_game",
]);
