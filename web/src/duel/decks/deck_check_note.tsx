import type { DuelPieces } from "../../contract/duel";
import { cardsById, useCardName } from "../card_names";
import { useLanguage } from "../../words/language";
import { useTranslate } from "../../words/messages";
import type { DeckProblem, DeckCheck } from "./deck_check";
import styles from "./decks.module.css";
import { cardsOfProblem } from "./problem_cards";
import { decksWords, type DecksWords } from "./words";

/** Whether the deck is playable, and its problems. */
export function DeckCheckNote({ check, pieces }: { check: DeckCheck; pieces: DuelPieces }) {
  const t = useTranslate(decksWords);
  const describe = useProblemDescription(pieces);
  const { state, problems } = check;
  const kind =
    state === "unavailable" ? "warn" : state === "checking" ? "info" : problems.length ? "bad" : "good";
  const headline = {
    warn: t("checkUnavailable"),
    info: t("checking"),
    bad: t("deckProblemCount", { n: problems.length }),
    good: t("readyToPlay"),
  }[kind];
  return (
    <div className={styles.verdict} data-kind={kind} role="status">
      <p>
        <CheckSign kind={kind} />
        {headline}
      </p>
      {problems.length > 0 && (
        <ul>
          {problems.map((problem) => (
            <li key={problem.code}>{describe(problem)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Describe a problem in the page's language, or with the gateway's message if it is unknown. */
function useProblemDescription(pieces: DuelPieces): (problem: DeckProblem) => string {
  const t = useTranslate(decksWords);
  const language = useLanguage();
  const nameOf = useCardName();
  const cards = cardsById(pieces);
  return (problem) => {
    const names = cardsOfProblem(problem).map((id) => {
      const card = cards.get(id);
      return card ? nameOf(card) : id;
    });
    const values: Record<string, string | number> = {
      cards: new Intl.ListFormat(language, { type: "conjunction" }).format(names),
      message: problem.message,
    };
    for (const [key, value] of Object.entries(problem.detail ?? {}))
      if (typeof value === "number") values[key] = value;
    const key = problem.code as keyof DecksWords;
    const message = t(key, values);
    return message === key ? problem.message : message;
  };
}

function CheckSign({ kind }: { kind: "good" | "bad" | "warn" | "info" }) {
  const path = {
    good: "M3 8.5 6.5 12 13 4.5",
    bad: "M4 4l8 8M12 4l-8 8",
    warn: "M8 3v6M8 12v.5",
    info: "M4 8h.5M8 8h.5M12 8h.5",
  }[kind];
  return (
    <svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" />
    </svg>
  );
}
