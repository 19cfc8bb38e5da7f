import type { ReactNode } from "react";
import type { DuelDeckList, DuelCard, DuelPieces } from "../../contract/duel";
import { cardsById, useCardName } from "../card_names";
import { KinMark } from "../kin";
import { ElementSign, MoonSign, TypeSign } from "../signs";
import { cardWords } from "../words";
import { useTranslate } from "../../words/messages";
import { Counters } from "./counters";
import styles from "./decks.module.css";
import { deckStats } from "./deck_stats";
import { decksWords } from "./words";

/** Contents of a deck: leader, inquisitor and cards by type, with statistics. */
export function DeckPanel({
  deck,
  pieces,
  problemIds,
  onRemove,
  onShow,
  children,
}: {
  deck: DuelDeckList;
  pieces: DuelPieces;
  problemIds: ReadonlySet<string>;
  /** Without it the deck is read-only. */
  onRemove?: (id: string) => void;
  onShow: (card: DuelCard) => void;
  /** Shown between the statistics and the cards. */
  children?: ReactNode;
}) {
  const t = useTranslate(decksWords);
  const cardT = useTranslate(cardWords);
  const cards = cardsById(pieces);
  const stats = deckStats(deck, pieces);
  const row = (id: string, key: string) => (
    <DeckRow
      key={key}
      id={id}
      card={cards.get(id)}
      hasProblem={problemIds.has(id)}
      onRemove={onRemove}
      onShow={onShow}
    />
  );
  const typeOf = (id: string) => cards.get(id)?.type ?? null;
  const groups = [...new Set(deck.cards.map(typeOf))].map(
    (type) => [type, deck.cards.filter((id) => typeOf(id) === type)] as const,
  );
  return (
    <>
      <Counters stats={stats} />
      {children}
      <div className={styles.rows}>
        <h2>{t("leader")}</h2>
        <ul>
          {deck.leader ? row(deck.leader, "leader") : <li className={styles.empty}>{t("noLeader")}</li>}
        </ul>
        {(deck.inquisitor || onRemove) && (
          <>
            <h2>{t("inquisitor")}</h2>
            <ul>
              {deck.inquisitor ? (
                row(deck.inquisitor, "inquisitor")
              ) : (
                <li className={styles.empty}>
                  {t("noInquisitor")} ({t("inquisitorFree")})
                </li>
              )}
            </ul>
          </>
        )}
        {deck.cards.length === 0 && <p className={styles.empty}>{t("deckEmpty")}</p>}
        {groups.map(([type, ids]) => (
          <div key={type ?? "unknown"}>
            <h2>
              {type && <TypeSign type={type} />} {type ? cardT(type) : "?"} <small>{ids.length}</small>
            </h2>
            <ul>{ids.map((id, index) => row(id, `${id} ${index}`))}</ul>
          </div>
        ))}
      </div>
    </>
  );
}

function DeckRow({
  id,
  card,
  hasProblem,
  onRemove,
  onShow,
}: {
  id: string;
  card: DuelCard | undefined;
  hasProblem: boolean;
  onRemove?: (id: string) => void;
  onShow: (card: DuelCard) => void;
}) {
  const t = useTranslate(decksWords);
  const nameOf = useCardName();
  const name = card ? nameOf(card) : id;
  return (
    <li className={styles.row} data-problem={hasProblem}>
      {card ? (
        <button type="button" className={styles.rowName} onClick={() => onShow(card)}>
          <KinMark kin={card.people} size={22} />
          <span>
            {name}
            {hasProblem && <em> ({t("notAllowed")})</em>}
          </span>
          <RowFigures card={card} />
        </button>
      ) : (
        <span className={styles.rowName}>
          {name} <em>({t("notAllowed")})</em>
        </span>
      )}
      {onRemove && (
        <button
          type="button"
          className={styles.rowRemove}
          aria-label={t("removeCard", { card: name })}
          onClick={() => onRemove(id)}
        >
          <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
            <path d="M3 8h10" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
          </svg>
        </button>
      )}
    </li>
  );
}

function RowFigures({ card }: { card: DuelCard }) {
  const t = useTranslate(cardWords);
  return (
    <span className={styles.rowFigures}>
      {card.fire !== null && (
        <span data-element="fire">
          <ElementSign element="fire" />
          <span aria-hidden="true">{card.fire}</span>
          <span className="visually-hidden">{t("fireOf", { value: card.fire })}</span>
        </span>
      )}
      {card.earth !== null && (
        <span data-element="earth">
          <ElementSign element="earth" />
          <span aria-hidden="true">{card.earth}</span>
          <span className="visually-hidden">{t("earthOf", { value: card.earth })}</span>
        </span>
      )}
      {card.moons !== null && (
        <span>
          <MoonSign />
          <span aria-hidden="true">{card.moons}</span>
          <span className="visually-hidden">{t("moonsOf", { moons: card.moons })}</span>
        </span>
      )}
    </span>
  );
}
