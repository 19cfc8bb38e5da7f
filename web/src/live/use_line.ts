import { useSyncExternalStore } from "react";
import { site } from "../gateway/site";
import { Line, type LineState } from "./line";

/** Where the notifier is: as the site says, or on the page's own host. */
async function liveAddress(): Promise<string> {
  const { live_url, live_port } = await site();
  if (live_url) return live_url.replace(/\/$/, "");
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.hostname}:${live_port}`;
}

/** The one line of this page. */
export const line = new Line(liveAddress);

export function useLineState(): LineState {
  return useSyncExternalStore(line.watch, () => line.state);
}
