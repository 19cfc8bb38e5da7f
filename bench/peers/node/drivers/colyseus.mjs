// Colyseus through its official client, which decodes the patches.
import { Client } from '@colyseus/sdk';
import { DEAL_MOVES } from '../game.mjs';

export const hasRules = () => true;

export async function openMatch({ port }, match) {
  const seats = [];
  for (const index of [0, 1]) seats.push(await openSeat(port, match, index));
  return { seats, start: () => seats.forEach((seat) => seat.start()) };
}

async function openSeat(port, match, index) {
  const room = await new Client(`ws://127.0.0.1:${port}`).joinOrCreate('hands', { match, seat: index });
  const socket = () => room.connection.transport.ws._socket;
  const seat = { index, problems: [], received: [], waiting: () => 0, socket };
  let isStarted = false;

  const show = ({ deals, moves, turn, players }, fresh) =>
    seat.onView({ count: deals * DEAL_MOVES + moves, turn, hand: players[index].hand, fresh });

  seat.play = (card) => room.send('play', card);
  seat.close = () => room.leave();
  seat.start = () => {
    isStarted = true;
    show(room.state, true);
  };
  room.onStateChange((state) => {
    if (seat.keep) seat.received.push(JSON.stringify(state));
    if (isStarted) show(state, false);
  });
  await new Promise((resolve) => room.onStateChange.once(resolve));
  return seat;
}
