// A Colyseus room: state in a Schema, hands behind a StateView, and a patch at once after each move instead
// of every 50 ms, the default. Nothing is stored.
import { Room, Server } from '@colyseus/core';
import { StateView, schema, t } from '@colyseus/schema';
import { WebSocketTransport } from '@colyseus/ws-transport';
import { DEAL_MOVES, deal } from '../game.mjs';

const Player = schema({ hand: t.array('uint8').view() }, 'Player');
const State = schema(
  { deals: t.uint32(), moves: t.uint8(), turn: t.uint8(), table: t.array('uint8'), players: t.array(Player) },
  'State',
);

/** Applies a legal move and returns true; returns false for any other. */
function play(state, seat, card) {
  if (seat !== state.turn) return false;
  const { hand } = state.players[seat];
  const at = hand.indexOf(card);
  if (at < 0) return false;
  hand.splice(at, 1);
  state.table.push(card);
  state.moves += 1;
  state.turn = 1 - state.turn;
  return true;
}

class HandsRoom extends Room {
  maxClients = 2;
  patchRate = null;

  onCreate() {
    const state = new State();
    Object.assign(state, { deals: 0, moves: 0, turn: 0 });
    for (const hand of deal()) {
      const player = new Player();
      player.hand.push(...hand);
      state.players.push(player);
    }
    this.state = state;
    this.onMessage('play', (client, card) => {
      if (!play(this.state, client.userData, card)) return;
      if (this.state.moves === DEAL_MOVES) this.dealAgain();
      this.broadcastPatch();
    });
  }

  dealAgain() {
    this.state.deals += 1;
    this.state.moves = 0;
    this.state.table.clear();
    deal().forEach((hand, seat) => this.state.players[seat].hand.push(...hand));
  }

  onJoin(client, { seat }) {
    client.userData = seat;
    client.view = new StateView();
    client.view.add(this.state.players[seat]);
  }
}

const server = new Server({ greet: false, transport: new WebSocketTransport() });
server.define('hands', HandsRoom).filterBy(['match']);
await server.listen(0, '127.0.0.1');
console.log(`READY ${server.transport.server.address().port}`);
