import { useEffect, useMemo, useSyncExternalStore } from "react";
import { connection } from "../live/use_connection";
import { LobbyTables, type LobbyState } from "./lobby_tables";

/** Subscribe to the listed tables while the component is mounted. */
export function useLobbyTables(): LobbyState {
  const lobbyTables = useMemo(() => new LobbyTables(), []);
  useEffect(() => lobbyTables.start(connection), [lobbyTables]);
  return useSyncExternalStore(lobbyTables.onStateChange, () => lobbyTables.state);
}
