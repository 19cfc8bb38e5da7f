import { useState } from "react";
import { Button, Dialog } from "../ui/controls";
import { CardFace } from "./card";
import { groupByPeople } from "./hand";
import { useLabels } from "./labels";
import { DragonIcon, SymbolIcon } from "./symbols";
import { countOf, DRAGONS, type Card, type CardPiece, type CityState } from "./types";
import styles from "./beside.module.css";

/** Deck, discard pile, scales, and dragons that are not in play. */
export function Supplies({
  play,
  scales,
  cards,
}: {
  play: CityState;
  /** Number of scales at this table. */
  scales: number | null;
  cards: ReadonlyMap<Card, CardPiece>;
}) {
  const { t, dragon: dragonName } = useLabels();
  const [open, setOpen] = useState(false);
  const outside = DRAGONS.filter((dragon) => play.dragons[dragon] === null);
  const top = play.discard.length > 0 ? cards.get(play.discard.at(-1)!) : undefined;
  return (
    <div className={styles.supplies}>
      <div className={styles.pile}>
        <span className={styles.cardBack} aria-hidden="true" />
        <span>{t("deck", { n: countOf(play.deck) })}</span>
      </div>
      <button type="button" className={styles.pile} disabled={!top} onClick={() => setOpen(true)}>
        {top ? <CardFace piece={top} small /> : <span className={styles.noCard} aria-hidden="true" />}
        <span aria-hidden="true">{t("discard", { n: play.discard.length })}</span>
        <span className="visually-hidden">{t("discardOpen", { n: play.discard.length })}</span>
      </button>
      <div className={styles.pile}>
        <SymbolIcon name="scale" size={24} />
        <span>
          {scales === null
            ? t("scalesLeft", { n: play.supply })
            : t("scalesLeftOf", { n: play.supply, all: scales })}
        </span>
      </div>
      {outside.length > 0 && (
        <div className={styles.pile}>
          <span className={styles.dragonsOutside}>
            {outside.map((dragon) => (
              <DragonIcon key={dragon} dragon={dragon} label={dragonName(dragon)} />
            ))}
          </span>
          <span>{t("dragonsOutside")}</span>
        </div>
      )}
      {open && (
        <Dialog
          title={t("discard", { n: play.discard.length })}
          closeLabel={t("close")}
          onClose={() => setOpen(false)}
        >
          <DiscardList discard={play.discard} cards={cards} />
          <Button onClick={() => setOpen(false)}>{t("close")}</Button>
        </Dialog>
      )}
    </div>
  );
}

function DiscardList({ discard, cards }: { discard: readonly Card[]; cards: ReadonlyMap<Card, CardPiece> }) {
  const { card: cardName } = useLabels();
  return (
    <ul className={styles.discardList}>
      {groupByPeople(discard, cards).map((group) => (
        <li key={group[0]!.people}>
          {group.map((piece, index) => (
            <span key={index}>
              <CardFace piece={piece} small />
              <span className="visually-hidden">{cardName(piece.id)}</span>
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}
