import { useEffect, useState } from "react";
import { gateway, withRetry } from "../gateway/calls";
import { ProblemError } from "../gateway/problem";
import { storeToken, type SeatToken } from "../seat_tokens/seat_tokens";
import { Loading } from "../ui/loading";
import { Failure } from "../table/failure";

/** Requests a spectator token for a visitor without one. */
export function Admission({ table, onToken }: { table: string; onToken: (seatToken: SeatToken) => void }) {
  const [problem, setProblem] = useState<ProblemError | null>(null);
  useEffect(() => {
    const abortController = new AbortController();
    const { signal } = abortController;
    const params = { path: { table } };
    withRetry(() => gateway.POST("/v1/guests/tables/{table}/spectators", { params, signal }), signal)
      .then(({ token }) => onToken(storeToken(table, token)))
      .catch((error: unknown) => error instanceof ProblemError && setProblem(error));
    return () => abortController.abort();
  }, [table, onToken]);
  return problem ? <Failure problem={problem} onLeave={() => location.assign("/")} /> : <Loading />;
}
