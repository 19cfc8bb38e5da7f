import type { ReactNode } from "react";
import type { Pile, Side as SideView, Vessel } from "../contract/duel";
import { SeatMark } from "../ui/seat";
import { useLanguage } from "../words/language";
import { useTranslate } from "../words/messages";
import { CardBack } from "./card_face";
import { Row } from "./row";
import { useScene } from "./scene";
import styles from "./side.module.css";
import { CrystalSign, TypeSign } from "./signs";
import { BluffCard, TableCard } from "./table_card";
import { HiddenHand } from "./hand";
import { cardWords, tableWords } from "./words";

/** One player's side of the table, with combat towards the middle. */
export function Side({ seat }: { seat: number }) {
  const t = useTranslate(tableWords);
  const { play, below, isPlayer, playerOf } = useScene();
  const side = play.sides[seat]!;
  const mine = isPlayer && seat === below;
  return (
    <section
      className={styles.side}
      data-where={seat === below ? "below" : "above"}
      aria-label={mine ? t("yourSide") : t("sideOf", { player: playerOf(seat) })}
    >
      <div className={styles.home}>
        <Heading side={side} />
        <Home side={side} />
      </div>
      <div className={styles.field}>
        <Row
          className={styles.combat}
          label={t("combat")}
          heading={t("combat")}
          empty={side.active.length + side.covered.length === 0}
        >
          {side.covered.length > 0 && <Covered side={side} />}
          {side.active.map((card) => (
            <TableCard key={card} seat={seat} id={card} />
          ))}
        </Row>
        <Row
          className={styles.support}
          label={t("support")}
          heading={t("support")}
          empty={side.support.length + side.bluffs.length === 0}
        >
          {side.support.map((card) => (
            <TableCard key={card} seat={seat} id={card} />
          ))}
          {side.bluffs.map((bluff) => (
            <BluffCard key={bluff.handle} seat={seat} handle={bluff.handle} card={bluff.card} />
          ))}
        </Row>
        {side.influence.length > 0 && (
          <Row className={styles.vessels} label={t("influence")} heading={t("influence")}>
            {side.influence.map((vessel) => (
              <VesselCard key={vessel.card} seat={seat} vessel={vessel} />
            ))}
          </Row>
        )}
        {side.landed.length > 0 && (
          <Row className={styles.vessels} label={t("landed")} heading={t("landed")}>
            {side.landed.map((vessel) => (
              <VesselCard key={vessel.card} seat={seat} vessel={vessel} />
            ))}
          </Row>
        )}
        {side.achievements.length > 0 && (
          <Row className={styles.vessels} label={t("achievements")} heading={t("achievements")}>
            {side.achievements.map((card) => (
              <TableCard key={card} seat={seat} id={card} />
            ))}
          </Row>
        )}
      </div>
    </section>
  );
}

function Heading({ side }: { side: SideView }) {
  const t = useTranslate(tableWords);
  const { play, playerOf, nameOf, cardOf, below } = useScene();
  const { crystals_to_win: goal } = play.options;
  const held = typeof side.hand === "number" ? side.hand : side.hand.length;
  const people = cardOf(side.leader)?.people;
  return (
    <header className={styles.heading}>
      <SeatMark seat={side.seat} name={playerOf(side.seat)} size={22} />
      <b>{playerOf(side.seat)}</b>
      {people && <span>{nameOf(people)}</span>}
      <span className={styles.fact} title={t("crystalsOf", { count: side.crystals, goal })}>
        <CrystalSign />
        <span aria-hidden="true">
          {side.crystals}/{goal}
        </span>
        <span className="visually-hidden">{t("crystalsOf", { count: side.crystals, goal })}</span>
      </span>
      <div className={styles.fact}>
        {side.seat !== below && <HiddenHand seat={side.seat} />}
        <span
          className={styles.fact}
          title={t("handCount", { count: held })}
          data-place={`hand ${side.seat}`}
        >
          {side.seat === below && (
            <svg width="1.1em" height="1.1em" viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">
              <path d="M3 7 9 3l5 13-6 4zm8-5h8v15h-3L11 4zm9.5 3L23 6.5V18l-2.5 1z" />
            </svg>
          )}
          <span aria-hidden="true">{held}</span>
          <span className="visually-hidden">{t("handCount", { count: held })}</span>
        </span>
      </div>
    </header>
  );
}

/** Leader, inquisitor and piles, each with its name below. */
function Home({ side }: { side: SideView }) {
  const t = useTranslate(tableWords);
  const cardT = useTranslate(cardWords);
  const { seat } = side;
  const count = typeof side.deck === "number" ? side.deck : side.deck.length;
  return (
    <Row label={t("home")} className={styles.places}>
      <Pile name={cardT("leader")}>
        <TableCard seat={seat} id={side.leader} />
      </Pile>
      {side.inquisitor && (
        <Pile name={cardT("inquisitor")}>
          <TableCard seat={seat} id={side.inquisitor} />
        </Pile>
      )}
      <Pile name={t("deck")} place={`deck ${seat}`}>
        {count > 0 ? <CardBack label={t("deckCount", { count })} /> : <Slot />}
        <b className={styles.count} aria-hidden="true">
          {count}
        </b>
      </Pile>
      <PileTop seat={seat} pile={side.discard} name={t("discard")} place={`discard ${seat}`} />
      <PileTop seat={seat} pile={side.leadership} name={t("leadership")} place={`leadership ${seat}`} />
    </Row>
  );
}

function Pile({ name, place, children }: { name: string; place?: string; children: ReactNode }) {
  return (
    <span className={styles.place} data-place={place}>
      {children}
      <small>{name}</small>
    </span>
  );
}

/** Only the top card of a pile is visible. */
function PileTop({ seat, pile, name, place }: { seat: number; pile: Pile; name: string; place: string }) {
  return (
    <Pile name={name} place={place}>
      {pile.top ? <TableCard seat={seat} id={pile.top} note={name} /> : <Slot />}
    </Pile>
  );
}

function Slot() {
  const t = useTranslate(tableWords);
  return (
    <span className={styles.slot}>
      <span className="visually-hidden">{t("empty")}</span>
    </span>
  );
}

/** Covered combat cards: visible, but without effect. */
function Covered({ side }: { side: SideView }) {
  const t = useTranslate(tableWords);
  return (
    <div className={styles.covered}>
      {side.covered.map((card) => (
        <TableCard key={card} seat={side.seat} id={card} covered note={t("covered")} />
      ))}
    </div>
  );
}

/** A ship with its cargo above it. */
function VesselCard({ seat, vessel }: { seat: number; vessel: Vessel }) {
  const t = useTranslate(tableWords);
  const language = useLanguage();
  const { nameOf, cardOf } = useScene();
  const capacity = cardOf(vessel.card)?.capacity;
  const aboard =
    vessel.load.length > 0
      ? t("load", { cards: new Intl.ListFormat(language).format(vessel.load.map(nameOf)) })
      : t("noLoad");
  return (
    <div className={styles.vessel}>
      <TableCard seat={seat} id={vessel.card} note={capacity ? aboard : undefined} />
      {capacity !== null && capacity !== undefined && (
        <span className={styles.room} title={aboard}>
          <TypeSign type="ship" />
          <span aria-hidden="true">
            {vessel.load.length}/{capacity}
          </span>
        </span>
      )}
      {vessel.load.map((card) => (
        <TableCard key={card} seat={seat} id={card} />
      ))}
    </div>
  );
}
