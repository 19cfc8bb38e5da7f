// A seat at Blue Moon: one WebSocket for updates; commands as HTTP requests on a kept connection, or as
// frames on the same WebSocket.
import WebSocket from 'ws';
import { call, seatAgent } from './bluemoon_http.mjs';

const OPENING_COMMITS = 4; // the table is opened, two seats are taken, the game is started
const OUTCOME_SECONDS_MAX = 10;

export async function openSeat(target, index) {
  const socket = new WebSocket(`${target.live}/v1/live`, { perMessageDeflate: false });
  const seat = { index, problems: [], received: [], socket: () => socket._socket };
  const waiting = new Map(); // command id -> what to do at its outcome
  const agent = seatAgent();
  let table;
  let token;
  let rules;
  let movesBefore; // at the tables before this one
  let subscription = 0;
  let subscribed;
  let sent = 0;

  const sendFrame = (frame) => socket.send(JSON.stringify(frame));

  const settle = (command, problem) => {
    if (problem) seat.problems.push(problem);
    waiting.get(command)?.();
    waiting.delete(command);
  };

  const transports = {
    http(id, action, wait) {
      const body = { id, action, wait };
      call(agent, target, 'POST', `/v1/tables/${table}/commands`, token, body).then(
        (answer) => settle(id, wait && !answer.seq ? `no outcome: ${JSON.stringify(answer)}` : undefined),
        (error) => settle(id, String(error)),
      );
    },
    socket: (id, action) => sendFrame({ type: 'command', subscription: `t${subscription}`, id, action }),
  };

  const send = (choice, wait, onOutcome) => {
    const id = `m${sent++}`;
    waiting.set(id, onOutcome);
    transports[target.transport](id, rules.action(choice), wait);
  };

  seat.play = (choice) => send(choice, 0);
  seat.playAndWait = (choice) => new Promise((resolve) => send(choice, OUTCOME_SECONDS_MAX, resolve));
  seat.waiting = () => waiting.size;
  seat.close = () => {
    agent.destroy();
    socket.close();
  };

  /** Moves on to another table. `before` is the number of moves at earlier ones. */
  seat.sit = (nextTable, nextToken, nextRules, before) => {
    // Not the last one: the outcome of its last move may still come.
    if (subscription > 1) sendFrame({ type: 'unsubscribe', id: `t${subscription - 1}` });
    [table, token, rules, movesBefore] = [nextTable, nextToken, nextRules, before];
    subscription += 1;
    const topic = { type: 'table', table, token, after: 0 };
    sendFrame({ type: 'subscribe', id: `t${subscription}`, topic });
    return new Promise((resolve) => (subscribed = resolve));
  };

  const show = ({ seq, commit }) => {
    const count = seq - OPENING_COMMITS;
    if (count < 0) return;
    const over = rules.isOver(count);
    const hand = rules.hand(commit, count);
    seat.onView({ count: movesBefore + count, turn: rules.turn(count), hand, over, fresh: count === 0 });
    if (over) seat.onOver();
  };

  socket.on('message', (data) => {
    const text = data.toString();
    if (seat.keep) seat.received.push(text);
    const frame = JSON.parse(text);
    const isCurrent = frame.id === `t${subscription}`;
    if (frame.type === 'commit_update' && isCurrent) show(frame);
    else if (frame.type === 'outcome') settle(frame.command, frame.problem && JSON.stringify(frame.problem));
    else if (frame.type === 'subscribed' && isCurrent) subscribed();
    else if (frame.type === 'goodbye' || (frame.type === 'subscription_ended' && frame.code !== 'unsubscribed')) {
      seat.problems.push(text);
    }
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return seat;
}
