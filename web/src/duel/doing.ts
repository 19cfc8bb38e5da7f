import { useEffect, useMemo, useState } from "react";
import { refOf, type Choices, type Family, type Play, type Ref } from "./choices";
import type { Handling } from "./scene";

/** Steps that can't be undone and need no card are asked for twice. */
export type Grave = "retreat" | "concede";

interface Intent {
  seq: number;
  picked: Ref | null;
  family: string | null;
  ticked: readonly string[];
  grave: Grave | null;
}

export interface Doing {
  handling: Handling;
  /** The cards being ticked, for what. */
  family: Family | null;
  /** Nothing else can be done: no way back from ticking. */
  forced: boolean;
  ticked: readonly string[];
  picked: Ref | null;
  grave: Grave | null;
  openFamily: (key: string) => void;
  askGrave: (grave: Grave) => void;
  /** Takes back the last choice that was not sent; false if there was none. */
  back: () => boolean;
  send: (action: Play) => void;
}

/** What the player has chosen so far and not sent. It ends with the version it was meant for. */
export function useDoing(
  seq: number,
  seat: number,
  choices: Choices,
  act: (action: Play) => void,
  idle: boolean,
): Doing {
  const fresh: Intent = { seq, picked: null, family: null, ticked: [], grave: null };
  const [kept, setKept] = useState<Intent>(fresh);
  const intent = kept.seq === seq ? kept : fresh;
  const become = (change: Partial<Intent>) => setKept({ ...intent, ...change });
  const forced = choices.families.find(({ kind }) => kind === "mulligan" || kind === "choose_cards");
  const family = forced ?? choices.families.find(({ key }) => key === intent.family) ?? null;
  const { picked, ticked, grave } = intent;

  const back = (): boolean => {
    if (grave) become({ grave: null });
    else if (ticked.length > 0) become({ ticked: [] });
    else if (intent.family || picked) become({ family: null, picked: null });
    else return false;
    return true;
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !document.querySelector("dialog[open]") && back()) event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });

  const lit = useMemo(() => {
    if (idle) return new Set<Ref>();
    if (family) return new Set(family.candidates.map((card) => refOf(family.seat, card)));
    const demands = choices.families.flatMap(({ demand }) => (demand ? [refOf(1 - seat, demand)] : []));
    return new Set<Ref>([...choices.byCard.keys(), ...demands]);
  }, [idle, family, choices, seat]);

  const toggle = (card: string, { allows, candidates }: Family) => {
    const single = candidates.every((one) => candidates.every((two) => one === two || !allows([one, two])));
    if (ticked.includes(card)) become({ ticked: ticked.filter((other) => other !== card) });
    else become({ ticked: single && allows([card]) ? [card] : [...ticked, card] });
  };
  const touch = (ref: Ref) => {
    if (!lit.has(ref)) return;
    const card = ref.slice(ref.indexOf(":") + 1);
    if (family) toggle(card, family);
    else if (choices.byCard.has(ref)) become({ picked: picked === ref ? null : ref, grave: null });
    else
      become({ family: choices.families.find(({ demand }) => demand === card)?.key ?? null, picked: null });
  };
  return {
    handling: {
      lit,
      ticking: family !== null,
      picked,
      ticked: new Set(family ? ticked.map((card) => refOf(family.seat, card)) : []),
      touch,
    },
    family,
    forced: forced !== undefined,
    ticked,
    picked,
    grave,
    openFamily: (key) => become({ family: key, picked: null, ticked: [], grave: null }),
    askGrave: (next) => become({ grave: next, picked: null }),
    back,
    send: (action) => {
      setKept({ ...fresh });
      act(action);
    },
  };
}
