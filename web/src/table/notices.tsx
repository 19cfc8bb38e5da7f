import { Button, Note } from "../look/controls";
import { coreWords } from "../words/core";
import { useWords } from "../words/lexicon";
import type { TableState } from "./session";

/** What is in the way, and what was refused. */
export function Notices({ state, onDismiss }: { state: TableState; onDismiss: () => void }) {
  const t = useWords(coreWords);
  const { refusal, waiting } = state;
  const stale = refusal?.problem.rejection?.code === "stale";
  return (
    <>
      {waiting && <Note kind="warn">{t("serverWaits")}</Note>}
      {refusal && (
        <Note kind={stale ? "warn" : "bad"}>
          <span>{stale ? t("stale") : t("refused", { reason: refusal.message })}</span>
          <Button tone="quiet" onClick={onDismiss}>
            {t("dismiss")}
          </Button>
        </Note>
      )}
    </>
  );
}
