import { useEffect, useState } from "react";
import { gateway, patiently } from "../gateway/calls";
import { ProblemError } from "../gateway/problem";
import { keep, type Key } from "../keyring/keyring";
import { Loading } from "../look/loading";
import { Failure } from "../table/failure";

/** Somebody follows a link to a moment and has no key: they come in as a spectator, if they may. */
export function Admission({ table, onKey }: { table: string; onKey: (key: Key) => void }) {
  const [problem, setProblem] = useState<ProblemError | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const params = { path: { game: table } };
    patiently(() => gateway.POST("/v1/guests/tables/{game}/spectators", { params, signal }), signal)
      .then(({ token }) => onKey(keep(table, token)))
      .catch((error: unknown) => error instanceof ProblemError && setProblem(error));
    return () => leaving.abort();
  }, [table, onKey]);
  return problem ? <Failure problem={problem} onLeave={() => location.assign("/")} /> : <Loading />;
}
