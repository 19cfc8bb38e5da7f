import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { Key } from "../keyring/keyring";
import { TableSession, type TableState } from "./session";

/** The table a key opens, followed for as long as the component is there. */
export function useSession(key: Key): [TableState, TableSession] {
  const { table, token, viewer, at } = key;
  const session = useMemo(() => new TableSession({ table, token, viewer, at }), [table, token, viewer, at]);
  useEffect(() => session.start(), [session]);
  return [useSyncExternalStore(session.watch, () => session.state), session];
}
