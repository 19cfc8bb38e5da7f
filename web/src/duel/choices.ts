import type { DuelCommand } from "../contract/duel_command";
import type { Decision } from "../contract/duel_view";

export type DuelAction = DuelCommand["action"];
type Tableside =
  | "open_table"
  | "take_seat"
  | "leave_seat"
  | "start_game"
  | "resign"
  | "abort_table"
  | "call_time"
  | "ask_takeback"
  | "answer_takeback";
/** What is done in the game itself. */
export type Play = Exclude<DuelAction, { type: Tableside }>;
export type PlayType = Play["type"];

/** A card's name is unique on one side only, so the seat belongs to it. */
export type Ref = `${number}:${string}`;
export const refOf = (seat: number, card: string): Ref => `${seat}:${card}`;

/**
 * Actions that differ only in the cards they name: the cards are ticked, and what is ticked can be
 * confirmed when the list has it.
 */
export interface Family {
  key: string;
  kind: "mulligan" | "decline_fight" | "pay_demand" | "choose_cards";
  /** Whose cards are ticked. */
  seat: number;
  /** The demand that is paid. */
  demand: string | null;
  candidates: readonly string[];
  /** The largest number of cards that can be confirmed. */
  most: number;
  allows: (cards: readonly string[]) => boolean;
  actionFor: (cards: readonly string[]) => Play;
}

export interface Choices {
  /** What may be done with a card, for each card that is good for something. */
  byCard: ReadonlyMap<Ref, readonly Play[]>;
  /** What needs no card. */
  plain: readonly Play[];
  families: readonly Family[];
}

const setKey = (cards: readonly string[]): string => [...cards].sort().join(" ");

function binomial(n: number, k: number): number {
  let result = 1;
  for (let i = 1; i <= k; i++) result = (result * (n - k + i)) / i;
  return Math.round(result);
}

/**
 * Of very many sets of cards the server lists only the smallest, the next and the largest size, each
 * of them whole; then the sizes between are just as good.
 */
function isShortened(sizes: Map<number, number>, candidates: number, { least, most }: Decision): boolean {
  const largest = Math.min(most, candidates);
  const ends = new Set([least, Math.min(least + 1, largest), largest]);
  return (
    largest > least + 2 &&
    sizes.size === ends.size &&
    [...ends].every((size) => sizes.get(size) === binomial(candidates, size))
  );
}

function family(
  kind: Family["kind"],
  seat: number,
  sets: readonly (readonly string[])[],
  actionFor: Family["actionFor"],
  { demand = null, decision = null }: { demand?: string | null; decision?: Decision | null } = {},
): Family {
  const listed = new Set(sets.map(setKey));
  const asked = decision ? [...decision.cards, ...(decision.hidden?.cards ?? [])] : [];
  const sizes = new Map<number, number>();
  for (const set of sets) sizes.set(set.length, (sizes.get(set.length) ?? 0) + 1);
  const between = decision && isShortened(sizes, asked.length, decision) ? decision : null;
  return {
    key: demand ? `${kind} ${demand}` : kind,
    kind,
    seat,
    demand,
    // A card that is in no set is not worth a tick.
    candidates: [...new Set(sets.flat())],
    most: Math.max(...sizes.keys()),
    allows: (cards) =>
      listed.has(setKey(cards)) ||
      (between !== null && cards.length >= between.least && cards.length <= between.most),
    actionFor,
  };
}

/** The card that an action is done with, if it is done with one. */
function cardOf(action: Play): string | null {
  switch (action.type) {
    case "retrieve_card":
    case "play_card":
    case "play_bluff":
    case "load_ship":
    case "replace_card":
    case "use_text":
      return action.card;
    case "discard_bluff":
      return action.bluff;
    case "land_ship":
      return action.ship;
    default:
      return null;
  }
}

const ofType = <Type extends PlayType>(actions: readonly DuelAction[], type: Type) =>
  actions.filter((action): action is Extract<Play, { type: Type }> => action.type === type);

/** Sorts what a seat may do into cards to pick, buttons, and cards to tick. */
export function choicesOf(actions: readonly DuelAction[], seat: number, decision: Decision | null): Choices {
  const byCard = new Map<Ref, Play[]>();
  const plain: Play[] = [];
  for (const action of actions as readonly Play[]) {
    const card = cardOf(action);
    if (card !== null) byCard.set(refOf(seat, card), [...(byCard.get(refOf(seat, card)) ?? []), action]);
    else if (PLAIN.has(action.type)) plain.push(action);
  }
  const families: Family[] = [];
  const exchanges = ofType(actions, "mulligan").map((action) => action.exchange.cards);
  if (exchanges.length > 0) {
    families.push(
      family("mulligan", seat, exchanges, (cards) => ({ type: "mulligan", exchange: { cards: [...cards] } })),
    );
  }
  const declined = ofType(actions, "decline_fight").map((action) => action.cards);
  if (declined.length > 0) {
    families.push(
      family("decline_fight", seat, declined, (cards) => ({ type: "decline_fight", cards: [...cards] })),
    );
  }
  const payments = ofType(actions, "pay_demand");
  for (const demand of new Set(payments.map((action) => action.demand))) {
    const sets = payments.filter((action) => action.demand === demand).map((action) => action.cards);
    const pay: Family["actionFor"] = (cards) => ({ type: "pay_demand", demand, cards: [...cards] });
    families.push(family("pay_demand", seat, sets, pay, { demand }));
  }
  const chosen = ofType(actions, "choose_cards").map((action) => action.cards);
  if (chosen.length > 0 && decision) {
    const choose: Family["actionFor"] = (cards) => ({ type: "choose_cards", cards: [...cards] });
    families.push(family("choose_cards", decision.whose, chosen, choose, { decision }));
  }
  return { byCard, plain, families };
}

const PLAIN = new Set<PlayType>([
  "announce_power",
  "finish_phase",
  "retreat",
  "rewind_turn",
  "concede",
  "choose_option",
  "choose_deck",
]);
