// Floor: the seats keep the game themselves; the server only sends messages back to both.
import WebSocket from 'ws';
import { DEAL_MOVES, deal } from '../game.mjs';

export const hasRules = () => false;

export async function openMatch({ port }, match) {
  const seats = await Promise.all([0, 1].map((index) => openSeat(port, match, index)));
  return { seats, start: () => seats.forEach((seat) => seat.show(true)) };
}

async function openSeat(port, match, index) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/?match=${match}`, { perMessageDeflate: false });
  const seat = { index, problems: [], waiting: () => 0, socket: () => socket._socket };
  let deals = 0;
  let moves = 0;
  let hand = deal()[index];

  seat.play = (card) => socket.send(JSON.stringify({ seat: index, card, moves }));
  seat.show = (fresh = false) => seat.onView({ count: deals * DEAL_MOVES + moves, turn: moves % 2, hand, fresh });
  seat.close = () => socket.close();
  socket.on('message', (text) => {
    const move = JSON.parse(text);
    if (move.seat === index) hand.splice(hand.indexOf(move.card), 1);
    moves = move.moves + 1;
    if (moves === DEAL_MOVES) {
      deals += 1;
      moves = 0;
      hand = deal()[index];
    }
    seat.show();
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return seat;
}
