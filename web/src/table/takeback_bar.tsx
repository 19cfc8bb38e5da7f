import { Button, Note } from "../ui/controls";
import { coreWords } from "../words/core";
import { useTranslate } from "../words/messages";
import type { TableAction, TableView } from "./table_view";
import { playerOf } from "./status";

/** Asks for consent when a player wants to take back a turn. */
export function TakebackBar({
  view,
  act,
  sending,
}: {
  view: TableView;
  act: (action: TableAction) => void;
  sending: boolean;
}) {
  const t = useTranslate(coreWords);
  const { table, viewer } = view;
  const { takeback } = table;
  if (!takeback || viewer === "spectator" || table.stage !== "playing") return null;
  const answer = (agree: boolean) => act({ type: "answer_takeback", agree });
  if (takeback.seat === viewer) {
    return (
      <Note kind="info">
        <span>{t("takebackPending")}</span>
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
