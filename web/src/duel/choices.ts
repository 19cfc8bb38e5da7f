import type { Decision, DuelCommand } from "../contract/duel";

export type DuelAction = DuelCommand["action"];
type TableActionType =
  | "open_table"
  | "take_seat"
  | "leave_seat"
  | "start_game"
  | "resign"
  | "abort_table"
  | "void_table"
  | "renew_sitting"
  | "call_time"
  | "ask_takeback"
  | "answer_takeback";
/** Actions of the game itself, without those of the table. */
export type Play = Exclude<DuelAction, { type: TableActionType }>;
export type PlayType = Play["type"];

/** A card's id is unique on one side only, so a reference includes the seat. */
export type Ref = `${number}:${string}`;
export const refOf = (seat: number, card: string): Ref => `${seat}:${card}`;

/** Actions that differ only in their cards: the player ticks cards and confirms a legal set. */
export interface CardChoice {
  key: string;
  type: "mulligan" | "decline_fight" | "pay_demand" | "choose_cards";
  /** Seat whose cards are ticked. */
  seat: number;
  /** The demand to pay. */
  demand: string | null;
  candidates: readonly string[];
  /** The largest number of cards that can be confirmed. */
  most: number;
  allows: (cards: readonly string[]) => boolean;
  actionFor: (cards: readonly string[]) => Play;
}

export interface Choices {
  /** Legal actions by card. */
  byCard: ReadonlyMap<Ref, readonly Play[]>;
  /** Actions without a card. */
  plain: readonly Play[];
  cardChoices: readonly CardChoice[];
}

const setKey = (cards: readonly string[]): string => [...cards].sort().join(" ");

function binomial(n: number, k: number): number {
  let result = 1;
  for (let i = 1; i <= k; i++) result = (result * (n - k + i)) / i;
  return Math.round(result);
}

/**
 * Whether the server shortened a long list of card sets. It then lists all sets of the smallest, the next
 * and the largest size, and every size between is legal, too.
 */
function isShortened(sizes: Map<number, number>, candidates: number, { least, most }: Decision): boolean {
  const largest = Math.min(most, candidates);
  const listedSizes = new Set([least, Math.min(least + 1, largest), largest]);
  return (
    largest > least + 2 &&
    sizes.size === listedSizes.size &&
    [...listedSizes].every((size) => sizes.get(size) === binomial(candidates, size))
  );
}

function createCardChoice(
  type: CardChoice["type"],
  seat: number,
  sets: readonly (readonly string[])[],
  actionFor: CardChoice["actionFor"],
  { demand = null, decision = null }: { demand?: string | null; decision?: Decision | null } = {},
): CardChoice {
  const listed = new Set(sets.map(setKey));
  const candidateCards = decision ? [...decision.cards, ...(decision.hidden?.cards ?? [])] : [];
  const sizes = new Map<number, number>();
  for (const set of sets) sizes.set(set.length, (sizes.get(set.length) ?? 0) + 1);
  const unlistedSizes = decision && isShortened(sizes, candidateCards.length, decision) ? decision : null;
  return {
    key: demand ? `${type} ${demand}` : type,
    type,
    seat,
    demand,
    // A card in no set cannot be ticked.
    candidates: [...new Set(sets.flat())],
    most: Math.max(...sizes.keys()),
    allows: (cards) =>
      listed.has(setKey(cards)) ||
      (unlistedSizes !== null && cards.length >= unlistedSizes.least && cards.length <= unlistedSizes.most),
    actionFor,
  };
}

/** Return the card of an action, if it has one. */
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

/** Sort legal actions into cards to pick, buttons, and cards to tick. */
export function choicesOf(actions: readonly DuelAction[], seat: number, decision: Decision | null): Choices {
  const byCard = new Map<Ref, Play[]>();
  const plain: Play[] = [];
  for (const action of actions as readonly Play[]) {
    const card = cardOf(action);
    if (card !== null) byCard.set(refOf(seat, card), [...(byCard.get(refOf(seat, card)) ?? []), action]);
    else if (PLAIN_TYPES.has(action.type)) plain.push(action);
  }
  const cardChoices: CardChoice[] = [];
  const exchanges = ofType(actions, "mulligan").map((action) => action.exchange.cards);
  if (exchanges.length > 0) {
    cardChoices.push(
      createCardChoice("mulligan", seat, exchanges, (cards) => ({
        type: "mulligan",
        exchange: { cards: [...cards] },
      })),
    );
  }
  const declined = ofType(actions, "decline_fight").map((action) => action.cards);
  if (declined.length > 0) {
    cardChoices.push(
      createCardChoice("decline_fight", seat, declined, (cards) => ({
        type: "decline_fight",
        cards: [...cards],
      })),
    );
  }
  const payments = ofType(actions, "pay_demand");
  for (const demand of new Set(payments.map((action) => action.demand))) {
    const sets = payments.filter((action) => action.demand === demand).map((action) => action.cards);
    const pay: CardChoice["actionFor"] = (cards) => ({ type: "pay_demand", demand, cards: [...cards] });
    cardChoices.push(createCardChoice("pay_demand", seat, sets, pay, { demand }));
  }
  const chosen = ofType(actions, "choose_cards").map((action) => action.cards);
  if (chosen.length > 0 && decision) {
    const choose: CardChoice["actionFor"] = (cards) => ({ type: "choose_cards", cards: [...cards] });
    cardChoices.push(createCardChoice("choose_cards", decision.whose, chosen, choose, { decision }));
  }
  return { byCard, plain, cardChoices };
}

const PLAIN_TYPES = new Set<PlayType>([
  "announce_power",
  "finish_phase",
  "retreat",
  "rewind_turn",
  "concede",
  "choose_option",
  "choose_deck",
]);
