// What a seat knows of a game: `hand(commit, count)` gives its choices after a commit, `action(choice)` the
// action to send, `turn(count)` the seat to move, `isOver(count)` whether the game is over.

/** The toy game, followed from the events. */
export function handsRules(index) {
  let hand = [];
  return {
    hand({ events }) {
      for (const event of events) {
        if (event.type === 'cards_dealt' && event.seat === index) hand = event.cards;
        if (event.type === 'card_played' && event.seat === index) hand = hand.filter((card) => card !== event.card);
      }
      return hand;
    },
    action: (card) => ({ type: 'play_card', card }),
    turn: (count) => count % 2,
    isOver: () => false,
  };
}

/** A recorded game: its moves in order, whatever the events say. */
export function recordedRules(moves) {
  return {
    hand: (_commit, count) => [moves[count]?.action],
    action: (action) => action,
    turn: (count) => moves[count]?.seat,
    isOver: (count) => count === moves.length,
  };
}
