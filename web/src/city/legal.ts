import type { Action, ActionOf, Card, CardPiece, Tile } from "./types";

/** An action with a target tile. */
export type Move = ActionOf<"walk" | "fly" | "move_dragon" | "leap">;
export type Payment = ActionOf<"contribute">;
/** `near`: reachable at once. `far`: reachable only with a card. */
export type Highlight = "near" | "far";

const MOVES: ReadonlySet<string> = new Set<Move["type"]>(["walk", "fly", "move_dragon", "leap"]);

export const isMove = (action: Action): action is Move => MOVES.has(action.type);
export const isPayment = (action: Action): action is Payment => action.type === "contribute";
export const isOffer = (action: Action): action is ActionOf<"offer"> => action.type === "offer";

/** The list of legal actions, indexed by tile, card and box. */
export class Legal {
  constructor(
    readonly actions: readonly Action[],
    private readonly pieces: ReadonlyMap<Card, CardPiece>,
  ) {}

  get hasActions(): boolean {
    return this.actions.length > 0;
  }

  find<Type extends Action["type"]>(type: Type): ActionOf<Type> | undefined {
    return this.actions.find((action): action is ActionOf<Type> => action.type === type);
  }

  /** Return moves to a tile in the order of the list, optionally only those of a card. */
  movesTo(tile: Tile, card: Card | null = null): Move[] {
    return this.actions
      .filter(isMove)
      .filter((move) => move.to === tile && (card === null || this.#isBy(move, card)));
  }

  /** Return target tiles and how to highlight them, optionally only those of a card. */
  targets(card: Card | null = null): Map<Tile, Highlight> {
    const highlights = new Map<Tile, Highlight>();
    for (const move of this.actions.filter(isMove)) {
      if (card !== null && !this.#isBy(move, card)) continue;
      const isNear = card !== null || move.type === "walk" || move.type === "leap";
      if (isNear || !highlights.has(move.to)) highlights.set(move.to, isNear ? "near" : "far");
    }
    return highlights;
  }

  /** Return what a card can do at once: gain steps, make another offering, or be discarded. */
  usesOf(card: Card): ActionOf<"hasten" | "offer" | "discard">[] {
    return this.actions.filter((action): action is ActionOf<"hasten" | "offer" | "discard"> => {
      if (action.type === "hasten") return this.#has(card, "hasten");
      if (action.type === "offer") return action.pillar === card;
      return action.type === "discard" && action.card === card;
    });
  }

  /** Return the numbers of boxes that can be paid, left to right. */
  boxes(card: Card | null = null): number[] {
    const payable = this.payments().filter((payment) => card === null || payment.cards.includes(card));
    return [...new Set(payable.map((payment) => payment.box))].sort((a, b) => a - b);
  }

  /** Return payments in the order of the list, best first, optionally of one box and with certain cards. */
  payments(box: number | null = null, requiredCards: readonly Card[] = []): Payment[] {
    return this.actions
      .filter(isPayment)
      .filter(
        (payment) => (box === null || payment.box === box) && containsAll(payment.cards, requiredCards),
      );
  }

  offers(): ActionOf<"offer">[] {
    return this.actions.filter(isOffer);
  }

  /** Whether the card can do or pay anything now, apart from being discarded. */
  isUseful(card: Card): boolean {
    return (
      this.targets(card).size > 0 ||
      this.usesOf(card).some((use) => use.type !== "discard") ||
      this.payments().some((payment) => payment.cards.includes(card))
    );
  }

  #isBy(move: Move, card: Card): boolean {
    if (move.type === "move_dragon") return move.card === card;
    return move.type === "fly" && this.#has(card, "fly");
  }

  #has(card: Card, power: CardPiece["powers"][number]): boolean {
    return this.pieces.get(card)?.powers.includes(power) ?? false;
  }
}

/** Whether `cards` contains all required cards, counting duplicates. */
export function containsAll(cards: readonly Card[], requiredCards: readonly Card[]): boolean {
  const remaining = [...cards];
  return requiredCards.every((card) => {
    const index = remaining.indexOf(card);
    if (index < 0) return false;
    remaining.splice(index, 1);
    return true;
  });
}
