import { useEffect, useMemo, useState } from "react";
import { refOf, type Choices, type CardChoice, type Play, type Ref } from "./choices";
import type { CardSelection } from "./scene";

/** Irreversible actions without a card, which need confirmation. */
export type IrreversibleAction = "retreat" | "concede";

interface SelectionState {
  seq: number;
  picked: Ref | null;
  cardChoice: string | null;
  ticked: readonly string[];
  confirming: IrreversibleAction | null;
}

export interface Selection {
  cardSelection: CardSelection;
  /** The card choice in progress. */
  cardChoice: CardChoice | null;
  /** The card choice is mandatory and cannot be left. */
  forced: boolean;
  ticked: readonly string[];
  picked: Ref | null;
  confirming: IrreversibleAction | null;
  openCardChoice: (key: string) => void;
  askConfirmation: (confirming: IrreversibleAction) => void;
  /** Undo the last selection step; false if there was none. */
  stepBack: () => boolean;
  send: (action: Play) => void;
}

/** What the player has selected but not sent. A new seq resets it. */
export function useSelection(
  seq: number,
  seat: number,
  choices: Choices,
  act: (action: Play) => void,
  isDisabled: boolean,
): Selection {
  const emptyState: SelectionState = { seq, picked: null, cardChoice: null, ticked: [], confirming: null };
  const [stored, setStored] = useState<SelectionState>(emptyState);
  const state = stored.seq === seq ? stored : emptyState;
  const update = (change: Partial<SelectionState>) => setStored({ ...state, ...change });
  const forced = choices.cardChoices.find(({ type }) => type === "mulligan" || type === "choose_cards");
  const cardChoice = forced ?? choices.cardChoices.find(({ key }) => key === state.cardChoice) ?? null;
  const { picked, ticked, confirming } = state;

  const stepBack = (): boolean => {
    if (confirming) update({ confirming: null });
    else if (ticked.length > 0) update({ ticked: [] });
    else if (state.cardChoice || picked) update({ cardChoice: null, picked: null });
    else return false;
    return true;
  };
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !document.querySelector("dialog[open]") && stepBack())
        event.preventDefault();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  });

  const lit = useMemo(() => {
    if (isDisabled) return new Set<Ref>();
    if (cardChoice) return new Set(cardChoice.candidates.map((card) => refOf(cardChoice.seat, card)));
    const demands = choices.cardChoices.flatMap(({ demand }) => (demand ? [refOf(1 - seat, demand)] : []));
    return new Set<Ref>([...choices.byCard.keys(), ...demands]);
  }, [isDisabled, cardChoice, choices, seat]);

  const toggle = (card: string, { allows, candidates }: CardChoice) => {
    const isSingleChoice = candidates.every((first) =>
      candidates.every((second) => first === second || !allows([first, second])),
    );
    if (ticked.includes(card)) update({ ticked: ticked.filter((other) => other !== card) });
    else update({ ticked: isSingleChoice && allows([card]) ? [card] : [...ticked, card] });
  };
  const onCardClick = (ref: Ref) => {
    if (!lit.has(ref)) return;
    const card = ref.slice(ref.indexOf(":") + 1);
    if (cardChoice) toggle(card, cardChoice);
    else if (choices.byCard.has(ref)) update({ picked: picked === ref ? null : ref, confirming: null });
    else
      update({
        cardChoice: choices.cardChoices.find(({ demand }) => demand === card)?.key ?? null,
        picked: null,
      });
  };
  return {
    cardSelection: {
      lit,
      isTicking: cardChoice !== null,
      picked,
      ticked: new Set(cardChoice ? ticked.map((card) => refOf(cardChoice.seat, card)) : []),
      onCardClick,
    },
    cardChoice,
    forced: forced !== undefined,
    ticked,
    picked,
    confirming,
    openCardChoice: (key) => update({ cardChoice: key, picked: null, ticked: [], confirming: null }),
    askConfirmation: (next) => update({ confirming: next, picked: null }),
    stepBack,
    send: (action) => {
      setStored({ ...emptyState });
      act(action);
    },
  };
}
