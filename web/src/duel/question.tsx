import type { Decision } from "../contract/duel";
import { useTranslate } from "../words/messages";
import styles from "./action_panel.module.css";
import { useScene } from "./scene";
import { tableWords, type TableWords } from "./words";

/** The current question in words. */
export function Question({ decision, most }: { decision: Decision | null; most?: number }) {
  const t = useTranslate(tableWords);
  const { play, cardOf, nameOf, playerOf, below } = useScene();
  if (play.stage === "decks") return <p className={styles.question}>{t("deckAsk")}</p>;
  if (!decision) return <p className={styles.question}>{t(hintKey(play.turn))}</p>;
  const other = playerOf(1 - below);
  if (decision.reason === "call_bluff") {
    return (
      <>
        <p className={styles.question}>{t("askedBluff", { player: other })}</p>
        <p className={styles.hint}>{t("askedBluffHint", { player: other })}</p>
      </>
    );
  }
  if (decision.reason === "intervene") return <p className={styles.question}>{t("askedIntervene")}</p>;
  if (decision.reason === "achievements_clash") return <p className={styles.question}>{t("askedClash")}</p>;
  const card = cardOf(decision.reason);
  return (
    <>
      <p className={styles.question}>
        {t(...questionKey(decision, nameOf(decision.reason), most ?? decision.most))}
      </p>
      <p className={styles.hint}>
        {card?.text && <span lang="en">{card.text}</span>}
        {decision.kind === "choose_cards" &&
          decision.whose !== below &&
          ` ${t("askedWhose", { player: other })}`}
        {decision.subject &&
          cardOf(decision.subject) &&
          ` ${t("askedAbout", { card: nameOf(decision.subject) })}`}
      </p>
    </>
  );
}

function hintKey({ phase, first }: { phase: string; first: boolean }): keyof TableWords {
  if (phase === "retreat_or_decline") return first ? "hint_decline" : "hint_retreat";
  return `hint_${phase}` as keyof TableWords;
}

function questionKey(
  { kind, least }: Decision,
  card: string,
  most: number,
): [keyof TableWords, Record<string, number | string>] {
  if (kind === "choose_option") return ["askedOption", { card }];
  if (most === 0) return ["askedNone", { card }];
  if (least === most) return ["askedExactly", { card, count: least }];
  if (least === 0) return ["askedUpTo", { card, count: most }];
  return ["askedRange", { card, least, most }];
}
