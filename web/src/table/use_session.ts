import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { SeatToken } from "../seat_tokens/seat_tokens";
import { TableSession, type TableState } from "./session";

/** Follow a table while the component is mounted. */
export function useSession(seatToken: SeatToken): [TableState, TableSession] {
  const { table, token, viewer, at } = seatToken;
  const session = useMemo(() => new TableSession({ table, token, viewer, at }), [table, token, viewer, at]);
  useEffect(() => session.start(), [session]);
  return [useSyncExternalStore(session.onStateChange, () => session.state), session];
}
