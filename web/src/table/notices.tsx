import { Button, Note } from "../ui/controls";
import { coreWords } from "../words/core";
import { useTranslate } from "../words/messages";
import type { TableState } from "./session";

/** Notices: why the page waits, and why an action was rejected. */
export function Notices({ state, onDismiss }: { state: TableState; onDismiss: () => void }) {
  const t = useTranslate(coreWords);
  const { rejection, waitingReason } = state;
  const isStale = rejection?.problem.rejection?.code === "stale";
  return (
    <>
      {waitingReason && <Note kind="warn">{t("serverUnavailable")}</Note>}
      {rejection && (
        <Note kind={isStale ? "warn" : "bad"}>
          <span>{isStale ? t("stale") : t("rejected", { reason: rejection.message })}</span>
          <Button tone="quiet" onClick={onDismiss}>
            {t("dismiss")}
          </Button>
        </Note>
      )}
    </>
  );
}
