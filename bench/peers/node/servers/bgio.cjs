// boardgame.io as its documentation sets it up: a game, STRIP_SECRETS and a store.
// Arguments: memory | sqlite FILE
const { Server } = require('boardgame.io/server');
const { INVALID_MOVE, PlayerView } = require('boardgame.io/core');
const { SqliteStore } = require('./bgio_sqlite.cjs');

const [store, file] = process.argv.slice(2);
const HAND_CARDS = 8;

function deal(random) {
  const deck = random.Shuffle(Array.from({ length: 40 }, (_, i) => i + 1));
  return {
    0: { hand: deck.slice(0, HAND_CARDS) },
    1: { hand: deck.slice(HAND_CARDS, 2 * HAND_CARDS) },
  };
}

const game = {
  name: 'hands',
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true,
  setup: ({ random }) => ({ moves: 0, table: [], players: deal(random) }),
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play({ G, playerID }, card) {
      const { hand } = G.players[playerID];
      const at = hand.indexOf(card);
      if (at < 0) return INVALID_MOVE;
      hand.splice(at, 1);
      G.table.push(card);
      G.moves += 1;
    },
  },
  endIf: ({ G }) => (G.moves === 2 * HAND_CARDS ? { done: true } : undefined),
};

const db = store === 'sqlite' ? new SqliteStore(file) : undefined; // undefined: in memory, the default
Server({ games: [game], origins: [], ...(db && { db }) })
  .run({ port: { host: '127.0.0.1', port: 0 } })
  .then(({ appServer }) => console.log(`READY ${appServer.address().port}`));
