import type { ProblemError } from "../gateway/problem";
import { Button } from "../ui/controls";
import frame from "../ui/frame.module.css";
import { coreWords } from "../words/core";
import { useTranslate } from "../words/messages";

const MESSAGES = {
  no_such_table: "noSuchTable",
  not_found: "noSuchTable",
  bad_token: "badToken",
  not_allowed: "notAllowed",
  former_sitting: "notAllowed",
  not_yet: "tooEarly",
} as const;

/** Explains why a table can't be shown. */
export function Failure({ problem, onLeave }: { problem: ProblemError; onLeave: () => void }) {
  const t = useTranslate(coreWords);
  const messageKey = MESSAGES[problem.code as keyof typeof MESSAGES];
  const message = messageKey ? t(messageKey) : problem.message;
  return (
    <div className={frame.middle} role="alert">
      <title>{`${message} · Blue Moon`}</title>
      <h1>{message}</h1>
      <Button tone="primary" onClick={onLeave}>
        {t("toLobby")}
      </Button>
    </div>
  );
}
