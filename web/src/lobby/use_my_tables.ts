import { useEffect, useMemo, useState } from "react";
import { bearer, gateway, patiently } from "../gateway/calls";
import { ProblemError } from "../gateway/problem";
import { keys, type Key } from "../keyring/keyring";
import type { TableRow } from "./table_board";

const ASKED_MAX = 24;
const AGAIN_MS = 20_000;

export interface MyTable {
  key: Key;
  row: TableRow;
}

/** The tables this browser has a seat at, those first where it is to move. */
export function useMyTables(listed: readonly TableRow[]): readonly MyTable[] {
  const [asked, setAsked] = useState<ReadonlyMap<string, MyTable>>(new Map());
  useEffect(() => {
    const leaving = new AbortController();
    const ask = () => {
      for (const key of seatKeys()) {
        rowOf(key, leaving.signal)
          .then((row) => setAsked((before) => new Map(before).set(idOf(key), { key, row })))
          .catch((error: unknown) => {
            // A table that is gone, or a key that is no longer good, is not mine any more.
            if (!(error instanceof ProblemError) && !leaving.signal.aborted) throw error;
          });
      }
    };
    const lookAgain = () => document.visibilityState === "visible" && ask();
    ask();
    const timer = setInterval(lookAgain, AGAIN_MS);
    document.addEventListener("visibilitychange", lookAgain);
    return () => {
      leaving.abort(new DOMException("The lobby was left.", "AbortError"));
      clearInterval(timer);
      document.removeEventListener("visibilitychange", lookAgain);
    };
  }, []);
  return useMemo(() => inOrder(withNewer([...asked.values()], listed)), [asked, listed]);
}

const idOf = (key: Key) => `${key.table}.${key.viewer}`;

const seatKeys = () =>
  keys()
    .filter((key) => key.viewer !== "spectator")
    .slice(0, ASKED_MAX);

const rowOf = (key: Key, signal: AbortSignal) =>
  patiently(
    () =>
      gateway.GET("/v1/tables/{game}", {
        params: { path: { game: key.table } },
        headers: bearer(key.token),
        signal,
      }),
    signal,
  );

/** What the lobby has told since is newer than what was asked. */
function withNewer(mine: readonly MyTable[], listed: readonly TableRow[]): MyTable[] {
  const told = new Map(listed.map((row) => [row.table, row]));
  return mine.map(({ key, row }) => {
    const newer = told.get(row.table);
    return newer && newer.seq > row.seq ? { key, row: newer } : { key, row };
  });
}

const STAGE_ORDER = { playing: 0, open: 1, over: 2, aborted: 3 } as const;

export function inOrder(mine: readonly MyTable[]): MyTable[] {
  const awaited = ({ key, row }: MyTable) =>
    row.stage === "playing" && row.to_act.includes(key.viewer as number) ? 0 : 1;
  return mine
    .filter(({ row }) => row.stage !== "aborted")
    .sort(
      (a, b) =>
        awaited(a) - awaited(b) ||
        STAGE_ORDER[a.row.stage] - STAGE_ORDER[b.row.stage] ||
        b.row.updated_at - a.row.updated_at,
    );
}
