import type { Action, ActionOf, Card, CardPiece, Tile } from "./wire";

/** Something done to a tile that lies elsewhere or here: where it leads is what one points at. */
export type Move = ActionOf<"walk" | "fly" | "move_dragon" | "leap">;
export type Payment = ActionOf<"contribute">;
/** How a tile is lit: one may go there at once, or something may be brought there by a card. */
export type Light = "near" | "far";

const MOVES: ReadonlySet<string> = new Set<Move["type"]>(["walk", "fly", "move_dragon", "leap"]);

export const isMove = (action: Action): action is Move => MOVES.has(action.type);
export const isPayment = (action: Action): action is Payment => action.type === "contribute";
export const isOffer = (action: Action): action is ActionOf<"offer"> => action.type === "offer";

/** The legal list, read as questions that a table asks: where to, with which card, for which box. */
export class Legal {
  constructor(
    readonly actions: readonly Action[],
    private readonly pieces: ReadonlyMap<Card, CardPiece>,
  ) {}

  get any(): boolean {
    return this.actions.length > 0;
  }

  find<Type extends Action["type"]>(type: Type): ActionOf<Type> | undefined {
    return this.actions.find((action): action is ActionOf<Type> => action.type === type);
  }

  /** What may be done towards a tile, in the order of the list; with a card only what it does. */
  movesTo(tile: Tile, card: Card | null = null): Move[] {
    return this.actions
      .filter(isMove)
      .filter((move) => move.to === tile && (card === null || this.#isBy(move, card)));
  }

  /** Where something may be done, and how strongly that is worth a look; with a card, only by that. */
  targets(card: Card | null = null): Map<Tile, Light> {
    const lights = new Map<Tile, Light>();
    for (const move of this.actions.filter(isMove)) {
      if (card !== null && !this.#isBy(move, card)) continue;
      const near = card !== null || move.type === "walk" || move.type === "leap";
      if (near || !lights.has(move.to)) lights.set(move.to, near ? "near" : "far");
    }
    return lights;
  }

  /** What a card can do at once: more steps, another offering, making room for a better one. */
  usesOf(card: Card): ActionOf<"hasten" | "offer" | "discard">[] {
    return this.actions.filter((action): action is ActionOf<"hasten" | "offer" | "discard"> => {
      if (action.type === "hasten") return this.#has(card, "hasten");
      if (action.type === "offer") return action.pillar === card;
      return action.type === "discard" && action.card === card;
    });
  }

  /** Boxes that can be paid, left to right. */
  boxes(card: Card | null = null): number[] {
    const payable = this.payments().filter((payment) => card === null || payment.cards.includes(card));
    return [...new Set(payable.map((payment) => payment.box))].sort((a, b) => a - b);
  }

  /** Payments as the list has them, best first; of a box, and with certain cards among them if wished. */
  payments(box: number | null = null, wanted: readonly Card[] = []): Payment[] {
    return this.actions
      .filter(isPayment)
      .filter((payment) => (box === null || payment.box === box) && holds(payment.cards, wanted));
  }

  offers(): ActionOf<"offer">[] {
    return this.actions.filter(isOffer);
  }

  /** Can this card do or pay anything now? That it can be thrown away goes without saying. */
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

/** Are all of these cards there, each as often as it is wanted? */
export function holds(cards: readonly Card[], wanted: readonly Card[]): boolean {
  const left = [...cards];
  return wanted.every((card) => {
    const at = left.indexOf(card);
    if (at < 0) return false;
    left.splice(at, 1);
    return true;
  });
}
