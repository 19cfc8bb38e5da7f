import { useEffect, useRef, type ReactNode } from "react";
import { Button } from "../look/controls";
import { useLanguage } from "../words/language";
import { useWords } from "../words/lexicon";
import styles from "./ask.module.css";
import type { Choices, Play } from "./choices";
import { deedWords } from "./deed_words";
import type { Doing } from "./doing";
import { useCardCloser } from "./card_detail";
import { useCloserLook } from "./floating";
import { useScene } from "./scene";
import { Question } from "./question";
import { Ticking } from "./ticking";
import { passedOver } from "./timing";
import { tableWords } from "./words";

/** Where the game speaks with the player: what is to decide, and what may be done. */
export function Ask({ choices, doing, sending }: { choices: Choices; doing: Doing; sending: boolean }) {
  const { play, own } = useScene();
  const box = useRef<HTMLDivElement>(null);
  const { picked } = doing;
  const shown = doing.grave ?? picked ?? doing.family?.key ?? null;
  useEffect(() => {
    // Who picked a card by keys goes on with keys: the next stop is what can be done with it.
    if (picked && document.activeElement?.matches("[data-card]:focus-visible")) {
      box.current?.querySelector<HTMLElement>("button")?.focus();
    }
  }, [picked]);
  let content: ReactNode;
  if (!own || (choices.plain.length === 0 && choices.byCard.size === 0 && choices.families.length === 0)) {
    content = <Waiting />;
  } else if (doing.grave) {
    content = <Sure doing={doing} />;
  } else if (doing.family) {
    content = <Ticking family={doing.family} doing={doing} sending={sending} />;
  } else if (picked) {
    content = <Picked actions={choices.byCard.get(picked) ?? []} doing={doing} sending={sending} />;
  } else {
    content = <Open choices={choices} doing={doing} sending={sending} />;
  }
  return (
    <div ref={box} className={styles.ask} data-shown={shown} data-decision={play.decision !== null}>
      {content}
    </div>
  );
}

interface AskProps {
  doing: Doing;
  sending: boolean;
}

function useDeed() {
  const t = useWords(tableWords);
  const scene = useScene();
  return (action: Play, siblings: readonly Play[]) => deedWords(action, t, scene, siblings);
}

/** Nothing picked: what the moment is about, and all that needs no card. */
function Open({ choices, doing, sending }: AskProps & { choices: Choices }) {
  const t = useWords(tableWords);
  const { play, nameOf, figures } = useScene();
  const deed = useDeed();
  const { decision } = play;
  const announcements = choices.plain.filter((action) => action.type === "announce_power");
  const targeted = announcements.filter((action) => action.targets.length > 0);
  const others = choices.plain.filter((action) => action.type !== "announce_power");
  const main = [...announcements.filter((action) => action.targets.length === 0), ...others];
  const short = play.turn.phase === "booster_support" && figures?.to_beat.find((goal) => !goal.reached);
  const demands = figures?.seats.flatMap((seat) => seat.demands) ?? [];
  return (
    <>
      <Question decision={decision} />
      {!decision && short && (
        <p className={styles.hint}>{t("notReached", { highest: short.highest, value: short.value })}</p>
      )}
      {demands.length > 0 && !decision && (
        <ul className={styles.demands}>
          {demands.map((demand) => (
            <li key={demand.card} data-met={demand.met}>
              {demand.met ? "✓ " : "! "}
              {t(demand.met ? "demandMet" : "demandOpen", { card: nameOf(demand.card) })}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.deeds} data-deeds>
        {main
          .filter((action) => action.type !== "concede" && action.type !== "rewind_turn")
          .map((action, index) => (
            <Button
              key={index}
              tone={isMain(action, main, choices) ? "primary" : "plain"}
              disabled={sending}
              onClick={() => (action.type === "retreat" ? doing.askGrave("retreat") : doing.send(action))}
            >
              {deed(action, choices.plain)}
            </Button>
          ))}
        {choices.families.map((family) => (
          <Button key={family.key} disabled={sending} onClick={() => doing.openFamily(family.key)}>
            {family.kind === "pay_demand" ? t("pay", { card: nameOf(family.demand!) }) : t("decline")}
          </Button>
        ))}
        {main
          .filter((action) => action.type === "rewind_turn")
          .map((action) => (
            <Button key="rewind" tone="quiet" disabled={sending} onClick={() => doing.send(action)}>
              {deed(action, choices.plain)}
            </Button>
          ))}
      </div>
      {(targeted.length > 0 || play.stage === "turn") && (
        <details className={styles.more}>
          <summary>{t("more")}</summary>
          <div className={styles.deeds} data-deeds>
            {targeted.map((action, index) => (
              <Button key={index} disabled={sending} onClick={() => doing.send(action)}>
                {deed(action, choices.plain)}
              </Button>
            ))}
            {play.stage === "turn" && (
              <Button disabled={sending} onClick={() => doing.askGrave("concede")}>
                {t("concede")}
              </Button>
            )}
          </div>
        </details>
      )}
    </>
  );
}

/** The step that most often comes next stands out. */
function isMain(action: Play, main: readonly Play[], choices: Choices): boolean {
  if (action.type === "announce_power") return true;
  const announces = main.some((other) => other.type === "announce_power");
  return action.type === "finish_phase" && !announces && choices.byCard.size === 0;
}

/** A card is picked: what may be done with it. */
function Picked({ actions, doing, sending }: AskProps & { actions: readonly Play[] }) {
  const t = useWords(tableWords);
  const { nameOf, cardOf, play, below } = useScene();
  const deed = useDeed();
  const id = doing.picked!.slice(doing.picked!.indexOf(":") + 1);
  const bluff = play.sides[below]?.bluffs.find(({ handle }) => handle === id);
  const card = cardOf(bluff?.card ?? id);
  const language = useLanguage();
  const look = useCloserLook(useCardCloser(card, below, `ask ${id}`));
  const passed = actions[0] ? passedOver(actions[0], card, play.turn.phase) : [];
  return (
    <>
      <p className={styles.question}>{t("picked", { card: card ? nameOf(card.id) : id })}</p>
      {card?.text && (
        <p className={styles.hint} lang="en">
          {card.text}
        </p>
      )}
      {passed.length > 0 && (
        <p className={styles.hint}>
          {t("skips", {
            phases: new Intl.ListFormat(language).format(passed.map((phase) => t(`phase_${phase}`))),
          })}
        </p>
      )}
      <div className={styles.deeds} data-deeds>
        {actions.map((action, index) => (
          <Button
            key={index}
            tone={index === 0 ? "primary" : "plain"}
            disabled={sending}
            onClick={() => doing.send(action)}
          >
            {deed(action, actions)}
          </Button>
        ))}
        <Button tone="quiet" onClick={look.open}>
          {t("details")}
        </Button>
        <Button tone="quiet" onClick={doing.back}>
          {t("back")}
        </Button>
      </div>
    </>
  );
}

/** What can't be undone is asked twice. */
function Sure({ doing }: { doing: Doing }) {
  const t = useWords(tableWords);
  const { figures, playerOf, below } = useScene();
  const other = figures?.seats[1 - below];
  const player = playerOf(1 - below);
  const gained = (other?.reward ?? 0) + (other?.demanded ?? 0);
  const question =
    doing.grave === "concede"
      ? t("concedeSure", { player })
      : other?.wins_game
        ? t("retreatLoses", { player })
        : gained > 0
          ? t("retreatSure", { player, count: gained })
          : t("retreatSureNone", { player });
  return (
    <>
      <p className={styles.question}>{question}</p>
      <div className={styles.deeds} data-deeds>
        <Button tone="primary" onClick={() => doing.send({ type: doing.grave! })}>
          {t(doing.grave === "concede" ? "concedeYes" : "retreat")}
        </Button>
        <Button tone="quiet" onClick={doing.back}>
          {t("back")}
        </Button>
      </div>
    </>
  );
}

/** Somebody else decides, or one only looks. */
function Waiting() {
  const t = useWords(tableWords);
  const { play, playerOf, cardOf, nameOf, own, below } = useScene();
  const { decision } = play;
  if (play.over) return null;
  if (decision) {
    const player = playerOf(decision.by);
    const card = cardOf(decision.reason);
    return (
      <p className={styles.hint}>
        {card ? t("waitsFor", { player, card: nameOf(card.id) }) : t("waitsForWord", { player })}
      </p>
    );
  }
  if (own && play.stage !== "turn" && play.sides[below]?.chosen) {
    const words = play.stage === "decks" ? "deckWait" : "mulliganWait";
    return <p className={styles.hint}>{t(words, { player: playerOf(1 - below) })}</p>;
  }
  return null;
}
