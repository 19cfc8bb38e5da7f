// Blue Moon over its public contract. `target` has gateway, live, key (of a platform), transport (how
// commands are sent: http or socket), game, and recordings if the game is not the toy game.
import { readFileSync } from 'node:fs';
import { platformCall } from './bluemoon_http.mjs';
import { handsRules, recordedRules } from './bluemoon_rules.mjs';
import { openSeat } from './bluemoon_seat.mjs';

export const hasRules = ({ recordings }) => !recordings;

const HANDS = { options: {}, entropy: '' };
let recordings;

function recordingsOf(target) {
  recordings ??= target.recordings ? JSON.parse(readFileSync(target.recordings, 'utf8')) : [HANDS];
  return recordings;
}

export async function openMatch(target, match) {
  const seats = await Promise.all([0, 1].map((index) => openSeat(target, index)));
  const games = recordingsOf(target);
  let tables = 0;
  let moves = 0; // of all tables before
  let over = 0;

  /** Opens a table, seats the players and subscribes them. Returns the table's id. */
  const prepare = async () => {
    const game = games[(match + tables * 7) % games.length];
    tables += 1;
    const opening = { game: target.game, options: game.options };
    const { table } = await platformCall(target, 'POST', '/v1/tables', opening);
    for (const seat of seats) {
      const sitting = { player: `m${match}s${seat.index}`, entropy: game.entropy };
      const { token } = await platformCall(target, 'POST', `/v1/tables/${table}/seats/${seat.index}`, sitting);
      const rules = game.moves ? recordedRules(game.moves) : handsRules(seat.index);
      await seat.sit(table, token, rules, moves);
    }
    moves += game.moves?.length ?? 0;
    return table;
  };
  const start = (table) => platformCall(target, 'POST', `/v1/tables/${table}/start`);

  for (const seat of seats) {
    seat.onOver = async () => {
      over += 1;
      if (over < seats.length) return;
      over = 0;
      try {
        await start(await prepare());
      } catch (error) {
        seat.problems.push(String(error));
      }
    };
  }
  const first = await prepare();
  return { seats, start: () => start(first) };
}
