import type { DeckList, DuelCard } from "../contract/duel_pieces";
import { CardFace } from "../duel/card_face";
import { useCardName } from "../duel/card_names";
import { Button, Dialog } from "../look/controls";
import { useWords } from "../words/lexicon";
import { holds, placeOf } from "./deck";
import styles from "./decks.module.css";
import { decksWords } from "./words";

const ADDING = { leader: "makeLeader", inquisitor: "makeInquisitor", cards: "add" } as const;

/** A card as large as it gets, with every sign explained. */
export function CardDialog({
  card,
  deck,
  onToggle,
  onClose,
}: {
  card: DuelCard;
  deck: DeckList;
  onToggle?: (card: DuelCard) => void;
  onClose: () => void;
}) {
  const t = useWords(decksWords);
  const name = useCardName()(card);
  const chosen = holds(deck, card);
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
            {t(chosen ? "remove" : ADDING[placeOf(card)])}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
