import type { DuelDeckList, DuelCard } from "../../contract/duel";
import { CardFace } from "../card_face";
import { useCardName } from "../card_names";
import { Button, Dialog } from "../../ui/controls";
import { useTranslate } from "../../words/messages";
import { contains, slotOf } from "./deck";
import styles from "./decks.module.css";
import { decksWords } from "./words";

const ADD_LABELS = { leader: "makeLeader", inquisitor: "makeInquisitor", cards: "add" } as const;

/** A large card with every symbol explained. */
export function CardDialog({
  card,
  deck,
  onToggle,
  onClose,
}: {
  card: DuelCard;
  deck: DuelDeckList;
  onToggle?: (card: DuelCard) => void;
  onClose: () => void;
}) {
  const t = useTranslate(decksWords);
  const name = useCardName()(card);
  const chosen = contains(deck, card);
  return (
    <Dialog title={name} closeLabel={t("close")} onClose={onClose}>
      <div className={styles.shown}>
        <CardFace card={card} size="large" />
        {card.number !== null && <p className={styles.hint}>{t("cardNo", { number: card.number })}</p>}
        {onToggle && (
          <Button
            tone={chosen ? "plain" : "primary"}
            disabled={!chosen && !card.known}
            onClick={() => {
              onToggle(card);
              onClose();
            }}
          >
            {t(chosen ? "remove" : ADD_LABELS[slotOf(card)])}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
