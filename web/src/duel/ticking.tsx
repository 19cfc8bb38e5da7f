import type { Decision } from "../contract/duel_view";
import { Button } from "../look/controls";
import { useWords } from "../words/lexicon";
import styles from "./ask.module.css";
import type { Family } from "./choices";
import type { Doing } from "./doing";
import { Question } from "./question";
import { Row } from "./row";
import { useScene } from "./scene";
import { BluffCard, TableCard } from "./table_card";
import { tableWords, type TableWords } from "./words";

/** Cards are ticked, then confirmed. */
export function Ticking({ family, doing, sending }: { family: Family; doing: Doing; sending: boolean }) {
  const t = useWords(tableWords);
  const { play, nameOf, below } = useScene();
  const { ticked } = doing;
  const hand = play.sides[below]!.hand;
  const inHand = (card: string) => family.seat === below && typeof hand !== "number" && hand.includes(card);
  const elsewhere = family.candidates.filter((card) => !inHand(card));
  const allowed = family.allows(ticked);
  return (
    <>
      {family.kind === "choose_cards" ? (
        <Question decision={play.decision} most={family.most} />
      ) : (
        <p className={styles.question}>
          {family.kind === "mulligan" && t("mulliganAsk")}
          {family.kind === "decline_fight" && t("declineAsk")}
          {family.kind === "pay_demand" && t("payAsk", { card: nameOf(family.demand!) })}
        </p>
      )}
      {elsewhere.length > 0 && (
        <Row label={t("tray")} className={styles.tray}>
          {elsewhere.map((card) => (
            <Candidate key={card} seat={family.seat} card={card} />
          ))}
        </Row>
      )}
      <div className={styles.deeds} data-deeds>
        <Button
          tone="primary"
          disabled={sending || !allowed}
          onClick={() => doing.send(family.actionFor(ticked))}
        >
          {confirmWords(family, ticked.length, play.decision, t)}
        </Button>
        {(!doing.forced || ticked.length > 0) && (
          <Button tone="quiet" onClick={doing.back}>
            {t("back")}
          </Button>
        )}
      </div>
    </>
  );
}

/** In the tray a bluff of the other one is chosen by its back. */
function Candidate({ seat, card }: { seat: number; card: string }) {
  const { play } = useScene();
  const bluff = play.sides[seat]?.bluffs.find(({ handle }) => handle === card);
  if (bluff) return <BluffCard seat={seat} handle={bluff.handle} card={bluff.card} />;
  return <TableCard seat={seat} id={card} />;
}

function confirmWords(
  { kind, most }: Family,
  count: number,
  decision: Decision | null,
  t: ReturnType<typeof useWords<TableWords>>,
): string {
  switch (kind) {
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
