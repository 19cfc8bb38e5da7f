import type { Decision } from "../contract/duel";
import { Button } from "../ui/controls";
import { useTranslate } from "../words/messages";
import styles from "./action_panel.module.css";
import type { CardChoice } from "./choices";
import type { Selection } from "./selection";
import { Question } from "./question";
import { Row } from "./row";
import { useScene } from "./scene";
import { BluffCard, TableCard } from "./table_card";
import { tableWords, type TableWords } from "./words";

/** Lets the player tick cards and confirm. */
export function CardChoiceForm({
  cardChoice,
  selection,
  sending,
}: {
  cardChoice: CardChoice;
  selection: Selection;
  sending: boolean;
}) {
  const t = useTranslate(tableWords);
  const { play, nameOf, below } = useScene();
  const { ticked } = selection;
  const hand = play.sides[below]!.hand;
  const inHand = (card: string) =>
    cardChoice.seat === below && typeof hand !== "number" && hand.includes(card);
  const elsewhere = cardChoice.candidates.filter((card) => !inHand(card));
  const allowed = cardChoice.allows(ticked);
  return (
    <>
      {cardChoice.type === "choose_cards" ? (
        <Question decision={play.decision} most={cardChoice.most} />
      ) : (
        <p className={styles.question}>
          {cardChoice.type === "mulligan" && t("mulliganAsk")}
          {cardChoice.type === "decline_fight" && t("declineAsk")}
          {cardChoice.type === "pay_demand" && t("payAsk", { card: nameOf(cardChoice.demand!) })}
        </p>
      )}
      {elsewhere.length > 0 && (
        <Row label={t("tray")} className={styles.tray}>
          {elsewhere.map((card) => (
            <Candidate key={card} seat={cardChoice.seat} card={card} />
          ))}
        </Row>
      )}
      <div className={styles.actions} data-actions>
        <Button
          tone="primary"
          disabled={sending || !allowed}
          onClick={() => selection.send(cardChoice.actionFor(ticked))}
        >
          {confirmLabel(cardChoice, ticked.length, play.decision, t)}
        </Button>
        {(!selection.forced || ticked.length > 0) && (
          <Button tone="quiet" onClick={selection.stepBack}>
            {t("back")}
          </Button>
        )}
      </div>
    </>
  );
}

/** Opponents' bluffs are chosen by their backs. */
function Candidate({ seat, card }: { seat: number; card: string }) {
  const { play } = useScene();
  const bluff = play.sides[seat]?.bluffs.find(({ handle }) => handle === card);
  if (bluff) return <BluffCard seat={seat} handle={bluff.handle} card={bluff.card} />;
  return <TableCard seat={seat} id={card} />;
}

function confirmLabel(
  { type, most }: CardChoice,
  count: number,
  decision: Decision | null,
  t: ReturnType<typeof useTranslate<TableWords>>,
): string {
  switch (type) {
    case "mulligan":
      return count === 0 ? t("mulliganNone") : t("mulliganDo", { count });
    case "decline_fight":
      return count === 0 ? t("declineNone") : t("declineDo", { count });
    case "pay_demand":
      return t("payDo", { count });
    case "choose_cards":
      if (decision?.reason === "intervene") return t(count === 0 ? "interveneNone" : "interveneDo");
      if (most === 0) return t("finish_announce");
      return count === 0 ? t("chooseNone") : t("chooseDo", { count });
  }
}
