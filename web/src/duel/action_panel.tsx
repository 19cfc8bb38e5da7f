import { useEffect, useRef, type ReactNode } from "react";
import { Button } from "../ui/controls";
import { Glyph } from "../ui/icon";
import { useLanguage } from "../words/language";
import { useTranslate } from "../words/messages";
import styles from "./action_panel.module.css";
import type { Choices, Play } from "./choices";
import { actionLabel } from "./action_label";
import type { Selection } from "./selection";
import { useCardPreview } from "./card_detail";
import { usePreview } from "./preview";
import { useScene } from "./scene";
import { Question } from "./question";
import { CardChoiceForm } from "./card_choice";
import { skippedPhases } from "./phases";
import { tableWords } from "./words";

/** Asks for the next decision and offers the legal actions. */
export function ActionPanel({
  choices,
  selection,
  sending,
}: {
  choices: Choices;
  selection: Selection;
  sending: boolean;
}) {
  const { play, isPlayer } = useScene();
  const panel = useRef<HTMLDivElement>(null);
  const { picked } = selection;
  const shown = selection.confirming ?? picked ?? selection.cardChoice?.key ?? null;
  useEffect(() => {
    // After picking a card by keyboard, move focus to its actions.
    if (picked && document.activeElement?.matches("[data-card]:focus-visible")) {
      panel.current?.querySelector<HTMLElement>("button")?.focus();
    }
  }, [picked]);
  let content: ReactNode;
  if (
    !isPlayer ||
    (choices.plain.length === 0 && choices.byCard.size === 0 && choices.cardChoices.length === 0)
  ) {
    content = <Waiting />;
  } else if (selection.confirming) {
    content = <Confirmation selection={selection} />;
  } else if (selection.cardChoice) {
    content = <CardChoiceForm cardChoice={selection.cardChoice} selection={selection} sending={sending} />;
  } else if (picked) {
    content = (
      <PickedCard actions={choices.byCard.get(picked) ?? []} selection={selection} sending={sending} />
    );
  } else {
    content = <Overview choices={choices} selection={selection} sending={sending} />;
  }
  return (
    <div ref={panel} className={styles.ask} data-shown={shown} data-decision={play.decision !== null}>
      {content}
    </div>
  );
}

interface PanelProps {
  selection: Selection;
  sending: boolean;
}

function useActionLabel() {
  const t = useTranslate(tableWords);
  const scene = useScene();
  return (action: Play, siblings: readonly Play[]) => actionLabel(action, t, scene, siblings);
}

/** Without a picked card: the question and all actions that need no card. */
function Overview({ choices, selection, sending }: PanelProps & { choices: Choices }) {
  const t = useTranslate(tableWords);
  const { play, nameOf, figures } = useScene();
  const labelOf = useActionLabel();
  const { decision } = play;
  const announcements = choices.plain.filter((action) => action.type === "announce_power");
  const targeted = announcements.filter((action) => action.targets.length > 0);
  const others = choices.plain.filter((action) => action.type !== "announce_power");
  const main = [...announcements.filter((action) => action.targets.length === 0), ...others];
  const unreached = play.turn.phase === "booster_support" && figures?.to_beat.find((goal) => !goal.reached);
  const demands = figures?.seats.flatMap((seat) => seat.demands) ?? [];
  return (
    <>
      <Question decision={decision} />
      {!decision && unreached && (
        <p className={styles.hint}>
          {t("notReached", { highest: unreached.highest, value: unreached.value })}
        </p>
      )}
      {demands.length > 0 && !decision && (
        <ul className={styles.demands}>
          {demands.map((demand) => (
            <li key={demand.card} data-met={demand.met}>
              {demand.met ? <Glyph name="done" /> : "!"}{" "}
              {t(demand.met ? "demandMet" : "demandOpen", { card: nameOf(demand.card) })}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.actions} data-actions>
        {main
          .filter((action) => action.type !== "concede" && action.type !== "rewind_turn")
          .map((action, index) => (
            <Button
              key={index}
              tone={isMain(action, main, choices) ? "primary" : "plain"}
              disabled={sending}
              onClick={() =>
                action.type === "retreat" ? selection.askConfirmation("retreat") : selection.send(action)
              }
            >
              {labelOf(action, choices.plain)}
            </Button>
          ))}
        {choices.cardChoices.map((cardChoice) => (
          <Button
            key={cardChoice.key}
            disabled={sending}
            onClick={() => selection.openCardChoice(cardChoice.key)}
          >
            {cardChoice.type === "pay_demand" ? t("pay", { card: nameOf(cardChoice.demand!) }) : t("decline")}
          </Button>
        ))}
        {main
          .filter((action) => action.type === "rewind_turn")
          .map((action) => (
            <Button key="rewind" tone="quiet" disabled={sending} onClick={() => selection.send(action)}>
              {labelOf(action, choices.plain)}
            </Button>
          ))}
      </div>
      {(targeted.length > 0 || play.stage === "turn") && (
        <details className={styles.more}>
          <summary>{t("more")}</summary>
          <div className={styles.actions} data-actions>
            {targeted.map((action, index) => (
              <Button key={index} disabled={sending} onClick={() => selection.send(action)}>
                {labelOf(action, choices.plain)}
              </Button>
            ))}
            {play.stage === "turn" && (
              <Button disabled={sending} onClick={() => selection.askConfirmation("concede")}>
                {t("concede")}
              </Button>
            )}
          </div>
        </details>
      )}
    </>
  );
}

/** Whether the action is the most likely next step. */
function isMain(action: Play, main: readonly Play[], choices: Choices): boolean {
  if (action.type === "announce_power") return true;
  const announces = main.some((other) => other.type === "announce_power");
  return action.type === "finish_phase" && !announces && choices.byCard.size === 0;
}

/** Actions of the picked card. */
function PickedCard({ actions, selection, sending }: PanelProps & { actions: readonly Play[] }) {
  const t = useTranslate(tableWords);
  const { nameOf, cardOf, play, below } = useScene();
  const labelOf = useActionLabel();
  const id = selection.picked!.slice(selection.picked!.indexOf(":") + 1);
  const bluff = play.sides[below]?.bluffs.find(({ handle }) => handle === id);
  const card = cardOf(bluff?.card ?? id);
  const language = useLanguage();
  const preview = usePreview(useCardPreview(card, below, `ask ${id}`));
  const skipped = actions[0] ? skippedPhases(actions[0], card, play.turn.phase) : [];
  return (
    <>
      <p className={styles.question}>{t("picked", { card: card ? nameOf(card.id) : id })}</p>
      {card?.text && (
        <p className={styles.hint} lang="en">
          {card.text}
        </p>
      )}
      {skipped.length > 0 && (
        <p className={styles.hint}>
          {t("skips", {
            phases: new Intl.ListFormat(language).format(skipped.map((phase) => t(`phase_${phase}`))),
          })}
        </p>
      )}
      <div className={styles.actions} data-actions>
        {actions.map((action, index) => (
          <Button
            key={index}
            tone={index === 0 ? "primary" : "plain"}
            disabled={sending}
            onClick={() => selection.send(action)}
          >
            {labelOf(action, actions)}
          </Button>
        ))}
        <Button tone="quiet" onClick={preview.open}>
          {t("details")}
        </Button>
        <Button tone="quiet" onClick={selection.stepBack}>
          {t("back")}
        </Button>
      </div>
    </>
  );
}

/** Asks for confirmation of an irreversible action. */
function Confirmation({ selection }: { selection: Selection }) {
  const t = useTranslate(tableWords);
  const { figures, playerOf, below } = useScene();
  const other = figures?.seats[1 - below];
  const player = playerOf(1 - below);
  const gained = (other?.reward ?? 0) + (other?.demanded ?? 0);
  const question =
    selection.confirming === "concede"
      ? t("concedeConfirm", { player })
      : other?.wins_game
        ? t("retreatConfirmLoss", { player })
        : gained > 0
          ? t("retreatConfirm", { player, count: gained })
          : t("retreatConfirmNone", { player });
  return (
    <>
      <p className={styles.question}>{question}</p>
      <div className={styles.actions} data-actions>
        <Button tone="primary" onClick={() => selection.send({ type: selection.confirming! })}>
          {t(selection.confirming === "concede" ? "concedeYes" : "retreat")}
        </Button>
        <Button tone="quiet" onClick={selection.stepBack}>
          {t("back")}
        </Button>
      </div>
    </>
  );
}

/** Shown while others decide, and to spectators. */
function Waiting() {
  const t = useTranslate(tableWords);
  const { play, playerOf, cardOf, nameOf, isPlayer, below } = useScene();
  const { decision } = play;
  if (play.over) return null;
  if (decision) {
    const player = playerOf(decision.by);
    const card = cardOf(decision.reason);
    return (
      <p className={styles.hint}>
        {card ? t("choosingFor", { player, card: nameOf(card.id) }) : t("waitingFor", { player })}
      </p>
    );
  }
  if (isPlayer && play.stage !== "turn" && play.sides[below]?.chosen) {
    const key = play.stage === "decks" ? "deckWait" : "mulliganWait";
    return <p className={styles.hint}>{t(key, { player: playerOf(1 - below) })}</p>;
  }
  return null;
}
