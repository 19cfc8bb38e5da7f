import { useSyncExternalStore } from "react";
import { site } from "../gateway/site";
import { LiveConnection, type ConnectionState } from "./connection";

/** Return the notifier's URL: as configured, or on the page's own host. */
async function liveUrl(): Promise<string> {
  const { live_url, live_port } = await site();
  if (live_url) return live_url.replace(/\/$/, "");
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.hostname}:${live_port}`;
}

/** The connection shared by the whole page. */
export const connection = new LiveConnection(liveUrl);

export function useConnectionState(): ConnectionState {
  return useSyncExternalStore(connection.onStateChange, () => connection.state);
}
