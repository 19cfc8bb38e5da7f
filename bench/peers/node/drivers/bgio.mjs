// boardgame.io over the raw socket.io protocol (Engine.IO 4, WebSocket only): the packets that the official
// client sends, without its store and optimistic updates, which would make the load generator the limit. A
// finished game is followed by a new match on the same socket, as `updateMatchID` of the client does.
import WebSocket from 'ws';
import { DEAL_MOVES } from '../game.mjs';

export const hasRules = () => true;

const SPACE = '/hands,';
const EVENT = `42${SPACE}`;

export async function openMatch({ port }, match) {
  const table = { games: 0, over: 0 };
  const seats = await Promise.all([0, 1].map((index) => openSeat(port, index, table)));
  // Seat 1 asks when seat 0 was answered: with an asynchronous store, two first syncs at once would each
  // create the match.
  const open = async () => {
    const id = `m${match}-${table.games}`;
    const views = [await seats[0].sync(id), await seats[1].sync(id)];
    seats.forEach((seat) => seat.show(views[seat.index], true));
  };
  for (const seat of seats) {
    seat.onOver = () => {
      table.over += 1;
      if (table.over < seats.length) return;
      table.over = 0;
      table.games += 1;
      open();
    };
  }
  return { seats, start: open };
}

async function openSeat(port, index, table) {
  const address = `ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`;
  const socket = new WebSocket(address, { perMessageDeflate: false });
  const playerID = String(index);
  const seat = { index, problems: [], received: [], waiting: () => 0, socket: () => socket._socket };
  let matchID;
  let stateID;
  let connected;
  let synced;

  const emit = (...event) => socket.send(EVENT + JSON.stringify(event));

  seat.sync = (id) => {
    matchID = id;
    emit('sync', id, playerID, null, 2);
    return new Promise((resolve) => (synced = resolve));
  };
  seat.play = (card) => {
    const payload = { type: 'play', args: [card], playerID };
    emit('update', { type: 'MAKE_MOVE', payload }, stateID, matchID, playerID);
  };
  seat.show = ({ G, ctx, _stateID }, fresh = false) => {
    stateID = _stateID;
    const over = ctx.gameover !== undefined;
    const count = table.games * DEAL_MOVES + G.moves;
    seat.onView({ count, turn: Number(ctx.currentPlayer), hand: G.players[playerID].hand, over, fresh });
    if (over) seat.onOver();
  };
  seat.close = () => socket.close();

  socket.on('message', (frame) => {
    const text = frame.toString();
    if (text === '2') return socket.send('3'); // ping
    if (text.startsWith('0')) return socket.send(`40${SPACE}`);
    if (text.startsWith(`40${SPACE}`)) return connected();
    if (!text.startsWith(EVENT)) throw new Error(`unexpected packet: ${text.slice(0, 80)}`);
    if (seat.keep) seat.received.push(text);
    const [type, id, ...args] = JSON.parse(text.slice(EVENT.length));
    if (id !== matchID) return undefined;
    if (type === 'update') return seat.show(args[0]);
    if (type === 'sync') return synced(args[0].state);
    return undefined; // matchData: who is connected
  });
  await new Promise((resolve, reject) => {
    connected = resolve;
    socket.once('error', reject);
  });
  return seat;
}
