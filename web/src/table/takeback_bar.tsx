import { Button, Note } from "../look/controls";
import { coreWords } from "../words/core";
import { useWords } from "../words/lexicon";
import type { AnyAction, Seen } from "./seen";
import { playerOf } from "./status";

/** Somebody's wish to take a turn back, for those who have to answer it. */
export function TakebackBar({
  seen,
  act,
  sending,
}: {
  seen: Seen;
  act: (action: AnyAction) => void;
  sending: boolean;
}) {
  const t = useWords(coreWords);
  const { table, viewer } = seen;
  const { takeback } = table;
  if (!takeback || viewer === "spectator" || table.stage !== "playing") return null;
  const answer = (agree: boolean) => act({ type: "answer_takeback", agree });
  if (takeback.seat === viewer) {
    return (
      <Note kind="info">
        <span>{t("takebackWaits")}</span>
        <Button disabled={sending} onClick={() => answer(false)}>
          {t("takebackWithdraw")}
        </Button>
      </Note>
    );
  }
  if (takeback.agreed.includes(viewer)) return null;
  return (
    <Note kind="info">
      <span>{t("takebackAsked", { player: playerOf(table, takeback.seat, t("emptySeat")) })}</span>
      <span>
        <Button disabled={sending} onClick={() => answer(true)}>
          {t("agree")}
        </Button>{" "}
        <Button disabled={sending} onClick={() => answer(false)}>
          {t("refuse")}
        </Button>
      </span>
    </Note>
  );
}
