import { useId, useState } from "react";
import { useTranslate } from "../words/messages";
import { useNames } from "../words/use_names";
import { kinName } from "./card_names";
import { KinMark, type Kin } from "./kin";
import styles from "./options_form.module.css";
import { ownDecks, type OwnDeck } from "./own_decks";
import { optionsWords } from "./words";

const PRESETS = ["vulca", "hoax", "aqua", "flit", "khind", "mimix", "pillar", "terrah", "buka"] as const;
const RANDOM = "random";
type DeckList = Pick<OwnDeck, "leader" | "inquisitor" | "cards">;
export type Deck = string | DeckList;

/** One of the preset decks, a random one, or one from the deck builder; with `none` also no deck. */
export function DeckChoice({
  legend,
  deck,
  choose,
  none,
}: {
  legend: string;
  deck: Deck | null;
  choose: (deck: Deck | null) => void;
  /** The label of choosing no deck. */
  none?: string;
}) {
  const t = useTranslate(optionsWords);
  const nameOf = useNames("duel");
  const name = useId();
  const [storedDecks] = useState(ownDecks);
  return (
    <fieldset className={styles.decks}>
      <legend>{legend}</legend>
      <div className={styles.presets}>
        {none !== undefined && (
          <label className={styles.deck}>
            <input type="radio" name={name} checked={deck === null} onChange={() => choose(null)} />
            <span>{none}</span>
          </label>
        )}
        {PRESETS.map((people) => (
          <label key={people} className={styles.deck}>
            <input type="radio" name={name} checked={deck === people} onChange={() => choose(people)} />
            <KinMark kin={people} size={36} />
            <span>{nameOf(people) === people ? kinName(people) : nameOf(people)}</span>
          </label>
        ))}
        <label className={styles.deck}>
          <input type="radio" name={name} checked={deck === RANDOM} onChange={() => choose(RANDOM)} />
          <span>{t("randomDeck")}</span>
        </label>
        {storedDecks.map((own, index) => (
          <label key={`${own.name} ${index}`} className={styles.deck}>
            <input
              type="radio"
              name={name}
              checked={isSame(deck, own)}
              onChange={() =>
                choose({ leader: own.leader, inquisitor: own.inquisitor ?? null, cards: own.cards })
              }
            />
            <KinMark kin={own.people as Kin} size={36} />
            <span>{own.name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const isSame = (deck: Deck | null, own: OwnDeck): boolean =>
  deck !== null &&
  typeof deck !== "string" &&
  deck.leader === own.leader &&
  (deck.inquisitor ?? null) === (own.inquisitor ?? null) &&
  deck.cards.length === own.cards.length &&
  deck.cards.every((card, index) => card === own.cards[index]);
