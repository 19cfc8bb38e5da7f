import type { TableRow } from "../contract/live";
import { useEffect, useMemo, useState } from "react";
import { bearer, gateway, withRetry } from "../gateway/calls";
import { ProblemError } from "../gateway/problem";
import { storedTokens, type SeatToken } from "../seat_tokens/seat_tokens";

const TABLES_MAX = 24;
const POLL_MS = 20_000;

export interface MyTable {
  seatToken: SeatToken;
  row: TableRow;
}

/** Return the tables where this browser has a seat, those waiting for it first. */
export function useMyTables(listed: readonly TableRow[]): readonly MyTable[] {
  const [fetched, setFetched] = useState<ReadonlyMap<string, MyTable>>(new Map());
  useEffect(() => {
    const abortController = new AbortController();
    const fetchAll = () => {
      for (const seatToken of seatTokens()) {
        fetchRow(seatToken, abortController.signal)
          .then((row) => setFetched((before) => new Map(before).set(idOf(seatToken), { seatToken, row })))
          .catch((error: unknown) => {
            // The table is gone or the token is no longer valid.
            if (!(error instanceof ProblemError) && !abortController.signal.aborted) throw error;
          });
      }
    };
    const refresh = () => document.visibilityState === "visible" && fetchAll();
    fetchAll();
    const timer = setInterval(refresh, POLL_MS);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      abortController.abort(new DOMException("The lobby was closed.", "AbortError"));
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, []);
  return useMemo(() => sorted(withNewer([...fetched.values()], listed)), [fetched, listed]);
}

const idOf = (seatToken: SeatToken) => `${seatToken.table}.${seatToken.viewer}`;

const seatTokens = () =>
  storedTokens()
    .filter((seatToken) => seatToken.viewer !== "spectator")
    .slice(0, TABLES_MAX);

const fetchRow = (seatToken: SeatToken, signal: AbortSignal) =>
  withRetry(
    () =>
      gateway.GET("/v1/tables/{table}", {
        params: { path: { table: seatToken.table } },
        headers: bearer(seatToken.token),
        signal,
      }),
    signal,
  );

/** Prefer rows from the lobby where they are newer. */
function withNewer(tables: readonly MyTable[], listed: readonly TableRow[]): MyTable[] {
  const listedRows = new Map(listed.map((row) => [row.table, row]));
  return tables.map(({ seatToken, row }) => {
    const newer = listedRows.get(row.table);
    return newer && newer.seq > row.seq ? { seatToken, row: newer } : { seatToken, row };
  });
}

const STAGE_ORDER = { playing: 0, open: 1, over: 2, voided: 3, aborted: 4 } as const;

export function sorted(tables: readonly MyTable[]): MyTable[] {
  const turnRank = ({ seatToken, row }: MyTable) =>
    row.stage === "playing" && row.to_act.includes(seatToken.viewer as number) ? 0 : 1;
  return tables
    .filter(({ row }) => row.stage !== "aborted")
    .sort(
      (a, b) =>
        turnRank(a) - turnRank(b) ||
        STAGE_ORDER[a.row.stage] - STAGE_ORDER[b.row.stage] ||
        b.row.updated_at - a.row.updated_at,
    );
}
