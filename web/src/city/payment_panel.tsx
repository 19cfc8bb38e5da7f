import { useId, useState } from "react";
import { Button } from "../ui/controls";
import { PEOPLE_OF, PeopleMark } from "../ui/people";
import { CardFace } from "./card";
import { isSamePayment, type Selection } from "./selection";
import type { Legal, Payment } from "./legal";
import { useLabels } from "./labels";
import type { Box, Card, CardPiece } from "./types";
import styles from "./panel.module.css";

const OPTIONS_SHOWN = 4;

/** Chooses the cards that pay for a box. The best payment is preselected. */
export function PaymentPanel({
  selection,
  box,
  legal,
  cards,
  sending,
  onChoose,
  onPay,
}: {
  selection: Selection & { type: "box" };
  box: Box | undefined;
  legal: Legal;
  cards: ReadonlyMap<Card, CardPiece>;
  sending: boolean;
  onChoose: (payment: Payment) => void;
  onPay: () => void;
}) {
  const labels = useLabels();
  const { t } = labels;
  const name = useId();
  const [showAll, setShowAll] = useState(false);
  const payments = legal.payments(selection.box, selection.requiredCards);
  const selectedIndex = payments.findIndex((payment) => isSamePayment(payment, selection.payment));
  const shown = showAll ? payments : payments.slice(0, Math.max(OPTIONS_SHOWN, selectedIndex + 1));
  const cost = box && (box.colour ? `${t(box.colour)} ${box.value}` : t("anyColour", { value: box.value }));
  return (
    <form
      className={styles.tilePanel}
      onSubmit={(event) => {
        event.preventDefault();
        if (!sending) onPay();
      }}
    >
      <h2>{t("payFor", { box: cost ?? "", tile: labels.tile(selection.tile) })}</h2>
      <p className={styles.soft}>{t("payHint")}</p>
      <fieldset className={styles.payments}>
        <legend className="visually-hidden">{t("payments")}</legend>
        {shown.map((payment) => {
          const chosen = isSamePayment(payment, selection.payment);
          return (
            <label
              key={payment.cards.join() + payment.colour}
              className={styles.payment}
              data-chosen={chosen}
            >
              <input type="radio" name={name} checked={chosen} onChange={() => onChoose(payment)} />
              {payment.colour && (
                <PeopleMark
                  people={PEOPLE_OF[payment.colour]}
                  label={t("inColour", { colour: t(payment.colour) })}
                />
              )}
              {payment.cards.map((card, index) => {
                const piece = cards.get(card);
                return piece && <CardFace key={index} piece={piece} small />;
              })}
              <span className="visually-hidden">{labels.cards(payment.cards)}</span>
            </label>
          );
        })}
      </fieldset>
      <div className={styles.steps}>
        <Button tone="primary" type="submit" disabled={sending}>
          {t("pay", { n: selection.payment.cards.length })}
        </Button>
        {shown.length < payments.length && (
          <Button tone="quiet" onClick={() => setShowAll(true)}>
            {t("morePayments", { n: payments.length - shown.length })}
          </Button>
        )}
      </div>
    </form>
  );
}
