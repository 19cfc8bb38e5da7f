import { useId, useState } from "react";
import type { OptionsProps } from "../game_ui/game_ui";
import { Field, Checkbox } from "../ui/controls";
import { useNames } from "../words/use_names";
import { useTranslate } from "../words/messages";
import { kinName } from "./card_names";
import { KinMark, type Kin } from "./kin";
import styles from "./options_form.module.css";
import { ownDecks, type OwnDeck } from "./own_decks";
import { CrystalSign } from "./signs";
import { optionsWords } from "./words";

const PRESETS = ["vulca", "hoax", "aqua", "flit", "khind", "mimix", "pillar", "terrah", "buka"] as const;
type DeckList = Pick<OwnDeck, "leader" | "inquisitor" | "cards">;
type Deck = string | DeckList;
const CRYSTALS_TO_WIN = { least: 1, usual: 5, most: 20 };

/** Options of a duel: decks, match length, and two house rules. */
export default function DuelOptions({ options, change }: OptionsProps) {
  const t = useTranslate(optionsWords);
  const decks = (options.decks as [Deck, Deck] | undefined) ?? ["vulca", "hoax"];
  const crystals = (options.crystals_to_win as number | undefined) ?? CRYSTALS_TO_WIN.usual;
  const choose = (seat: 0 | 1, deck: Deck) =>
    change({ ...options, decks: seat === 0 ? [deck, decks[1]] : [decks[0], deck] });
  return (
    <div className={styles.form}>
      <DeckChoice legend={t("ownDeck")} deck={decks[0]} choose={(deck) => choose(0, deck)} />
      <DeckChoice legend={t("otherDeck")} deck={decks[1]} choose={(deck) => choose(1, deck)} />
      {ownDecks().length === 0 && <p className={styles.hint}>{t("noOwnDecks")}</p>}
      <Field label={t("crystals")}>
        <span className={styles.crystals}>
          <input
            type="range"
            min={CRYSTALS_TO_WIN.least}
            max={CRYSTALS_TO_WIN.most}
            value={crystals}
            onChange={(event) => change({ ...options, crystals_to_win: Number(event.target.value) })}
            aria-valuetext={crystals === 1 ? t("singleGame") : t("toCrystals", { count: crystals })}
          />
          <output>
            <CrystalSign /> {crystals === 1 ? t("singleGame") : t("toCrystals", { count: crystals })}
          </output>
        </span>
      </Field>
      <p className={styles.hint}>{t("crystalsHint")}</p>
      <Checkbox
        label={t("mulligan")}
        checked={(options.mulligan as boolean | undefined) ?? true}
        onChange={(event) => change({ ...options, mulligan: event.target.checked })}
      />
      <Checkbox
        label={t("interventions")}
        checked={(options.interventions as boolean | undefined) ?? false}
        onChange={(event) => change({ ...options, interventions: event.target.checked })}
      />
      <p className={styles.hint}>{t("interventionsHint")}</p>
    </div>
  );
}

function DeckChoice({ legend, deck, choose }: { legend: string; deck: Deck; choose: (deck: Deck) => void }) {
  const nameOf = useNames("duel");
  const name = useId();
  const [storedDecks] = useState(ownDecks);
  return (
    <fieldset className={styles.decks}>
      <legend>{legend}</legend>
      <div className={styles.presets}>
        {PRESETS.map((people) => (
          <label key={people} className={styles.deck}>
            <input type="radio" name={name} checked={deck === people} onChange={() => choose(people)} />
            <KinMark kin={people} size={36} />
            <span>{nameOf(people) === people ? kinName(people) : nameOf(people)}</span>
          </label>
        ))}
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

const isSame = (deck: Deck, own: OwnDeck): boolean =>
  typeof deck !== "string" &&
  deck.leader === own.leader &&
  (deck.inquisitor ?? null) === (own.inquisitor ?? null) &&
  deck.cards.length === own.cards.length &&
  deck.cards.every((card, index) => card === own.cards[index]);
