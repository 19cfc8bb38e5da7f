import type { DuelPieces } from "../contract/duel_pieces";
import { cardsById, useCardName } from "../duel/card_names";
import { useLanguage } from "../words/language";
import { useWords } from "../words/lexicon";
import type { Fault, Verdict } from "./checking";
import styles from "./decks.module.css";
import { cardsOf } from "./faulty_cards";
import { decksWords, type DecksWords } from "./words";

/** Whether the deck may be played with, and all that stands against it. */
export function VerdictNote({ verdict, pieces }: { verdict: Verdict; pieces: DuelPieces }) {
  const t = useWords(decksWords);
  const say = useFaultWords(pieces);
  const { state, faults } = verdict;
  const kind =
    state === "unavailable" ? "warn" : state === "asking" ? "info" : faults.length ? "bad" : "good";
  const headline = {
    warn: t("unchecked"),
    info: t("checking"),
    bad: t("faultCount", { n: faults.length }),
    good: t("inOrder"),
  }[kind];
  return (
    <div className={styles.verdict} data-kind={kind} role="status">
      <p>
        <VerdictSign kind={kind} />
        {headline}
      </p>
      {faults.length > 0 && (
        <ul>
          {faults.map((fault) => (
            <li key={fault.code}>{say(fault)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A fault in the words of the page; one it has no words for in those of the gateway. */
function useFaultWords(pieces: DuelPieces): (fault: Fault) => string {
  const t = useWords(decksWords);
  const language = useLanguage();
  const nameOf = useCardName();
  const known = cardsById(pieces);
  return (fault) => {
    const names = cardsOf(fault).map((id) => {
      const card = known.get(id);
      return card ? nameOf(card) : id;
    });
    const values: Record<string, string | number> = {
      cards: new Intl.ListFormat(language, { type: "conjunction" }).format(names),
      message: fault.message,
    };
    for (const [key, value] of Object.entries(fault.detail ?? {}))
      if (typeof value === "number") values[key] = value;
    const key = fault.code as keyof DecksWords;
    const said = t(key, values);
    return said === key ? fault.message : said;
  };
}

function VerdictSign({ kind }: { kind: "good" | "bad" | "warn" | "info" }) {
  const drawn = {
    good: "M3 8.5 6.5 12 13 4.5",
    bad: "M4 4l8 8M12 4l-8 8",
    warn: "M8 3v6M8 12v.5",
    info: "M4 8h.5M8 8h.5M12 8h.5",
  }[kind];
  return (
    <svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
      <path d={drawn} fill="none" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" />
    </svg>
  );
}
