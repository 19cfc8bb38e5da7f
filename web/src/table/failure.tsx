import type { ProblemError } from "../gateway/problem";
import { Button } from "../look/controls";
import frame from "../look/frame.module.css";
import { coreWords } from "../words/core";
import { useWords } from "../words/lexicon";

const SAID = {
  no_such_game: "noSuchTable",
  not_found: "noSuchTable",
  bad_token: "badToken",
  not_allowed: "notAllowed",
  not_yet: "tooEarly",
} as const;

/** A table that can't be shown, and why. */
export function Failure({ problem, onLeave }: { problem: ProblemError; onLeave: () => void }) {
  const t = useWords(coreWords);
  const known = SAID[problem.code as keyof typeof SAID];
  return (
    <div className={frame.middle} role="alert">
      <h1>{known ? t(known) : problem.message}</h1>
      <Button tone="primary" onClick={onLeave}>
        {t("toLobby")}
      </Button>
    </div>
  );
}
