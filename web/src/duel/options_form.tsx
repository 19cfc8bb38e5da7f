import type { OptionsProps } from "../game_ui/game_ui";
import { Field, Checkbox } from "../ui/controls";
import { useTranslate } from "../words/messages";
import { broughtDeck, bringing } from "./brought_deck";
import { DeckChoice, type Deck } from "./deck_choice";
import styles from "./options_form.module.css";
import { ownDecks } from "./own_decks";
import { CrystalSign } from "./signs";
import { optionsWords } from "./words";

const DEFAULT_DECKS: [Deck, Deck] = ["vulca", "hoax"];
const CRYSTALS_TO_WIN = { least: 1, usual: 5, most: 20 };

/** Options of a duel: decks, match length, and two house rules. */
export default function DuelOptions({ options, change, deck, changeDeck }: OptionsProps) {
  const t = useTranslate(optionsWords);
  const decks = (options.decks as [Deck, Deck] | undefined) ?? DEFAULT_DECKS;
  const bringsDecks = options.own_decks === true;
  const crystals = (options.crystals_to_win as number | undefined) ?? CRYSTALS_TO_WIN.usual;
  const choose = (seat: 0 | 1, deck: Deck) =>
    change({ ...options, decks: seat === 0 ? [deck, decks[1]] : [decks[0], deck] });
  const own = bringsDecks ? (broughtDeck(deck) ?? decks[0]) : decks[0];
  // An own deck is brought to the seat, so that it is not part of the table's options.
  const setBringsDecks = (bring: boolean) => {
    const { own_decks: _before, ...others } = options;
    const first = bring ? DEFAULT_DECKS[0] : own;
    change({ ...others, decks: [first, decks[1]], ...(bring && { own_decks: true }) });
    changeDeck(bring ? bringing(own) : null);
  };
  return (
    <div className={styles.form}>
      <Checkbox
        label={t("bringDecks")}
        checked={bringsDecks}
        onChange={(event) => setBringsDecks(event.target.checked)}
      />
      {bringsDecks && <p className={styles.hint}>{t("bringDecksHint")}</p>}
      <DeckChoice
        legend={t("ownDeck")}
        deck={own}
        choose={(chosen) => {
          if (chosen === null) return;
          if (bringsDecks) changeDeck(bringing(chosen));
          else choose(0, chosen);
        }}
      />
      <DeckChoice
        legend={t(bringsDecks ? "otherDeckIfNone" : "otherDeck")}
        deck={decks[1]}
        choose={(chosen) => chosen !== null && choose(1, chosen)}
      />
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
