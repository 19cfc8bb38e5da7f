import { useId, useState } from "react";
import { Button } from "../look/controls";
import { PEOPLE_OF, PeopleMark } from "../look/people";
import { CardFace } from "./card";
import { samePayment, type Choice } from "./choice";
import type { Legal, Payment } from "./legal";
import { useSpeech } from "./speech";
import type { Box, Card, CardPiece } from "./wire";
import styles from "./panel.module.css";

const SHOWN_AT_FIRST = 4;

/** Which cards pay for a box: the best way is chosen already, the others are at hand. */
export function PaymentPanel({
  choice,
  box,
  legal,
  cards,
  sending,
  onChoose,
  onPay,
}: {
  choice: Choice & { of: "box" };
  box: Box | undefined;
  legal: Legal;
  cards: ReadonlyMap<Card, CardPiece>;
  sending: boolean;
  onChoose: (payment: Payment) => void;
  onPay: () => void;
}) {
  const speech = useSpeech();
  const { t } = speech;
  const name = useId();
  const [all, setAll] = useState(false);
  const payments = legal.payments(choice.box, choice.wanted);
  const at = payments.findIndex((payment) => samePayment(payment, choice.payment));
  const shown = all ? payments : payments.slice(0, Math.max(SHOWN_AT_FIRST, at + 1));
  const cost = box && (box.colour ? `${t(box.colour)} ${box.value}` : t("anyColour", { value: box.value }));
  return (
    <form
      className={styles.tilePanel}
      onSubmit={(event) => {
        event.preventDefault();
        if (!sending) onPay();
      }}
    >
      <h2>{t("payFor", { box: cost ?? "", tile: speech.tile(choice.tile) })}</h2>
      <p className={styles.soft}>{t("payHint")}</p>
      <fieldset className={styles.payments}>
        <legend className="unseen">{t("payments")}</legend>
        {shown.map((payment) => {
          const chosen = samePayment(payment, choice.payment);
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
              <span className="unseen">{speech.cards(payment.cards)}</span>
            </label>
          );
        })}
      </fieldset>
      <div className={styles.steps}>
        <Button tone="primary" type="submit" disabled={sending}>
          {t("pay", { n: choice.payment.cards.length })}
        </Button>
        {shown.length < payments.length && (
          <Button tone="quiet" onClick={() => setAll(true)}>
            {t("morePayments", { n: payments.length - shown.length })}
          </Button>
        )}
      </div>
    </form>
  );
}
