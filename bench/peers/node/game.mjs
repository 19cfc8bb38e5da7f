// The game that every server hosts: 40 cards, 8 dealt to each of two seats, a move plays one card of the
// mover's hidden hand, 16 moves end a deal. Seat 0 leads. There is no card 0: a Colyseus array that is
// pushed to and spliced in the same patch would reach clients wrong.

export const HAND_CARDS = 8;
export const DEAL_MOVES = 2 * HAND_CARDS;

export function deal() {
  const deck = Array.from({ length: 40 }, (_, i) => i + 1);
  for (let last = deck.length - 1; last > 0; last--) {
    const chosen = Math.floor(Math.random() * (last + 1));
    [deck[last], deck[chosen]] = [deck[chosen], deck[last]];
  }
  return [deck.slice(0, HAND_CARDS), deck.slice(HAND_CARDS, DEAL_MOVES)];
}
