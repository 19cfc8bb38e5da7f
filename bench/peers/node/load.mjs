// The load generator: G matches in a closed loop, in a process of its own. A seat sends its next move when
// it has received the broadcast of the move before. Reads its configuration as JSON from standard input and
// writes a JSON line per phase: begin, end, result.
//
// A driver exports
//   hasRules(target)              whether the server checks moves
//   openMatch(target, match)      -> { seats: [seat, seat], start() }
// and a seat has
//   index, play(choice), close(), socket()    `socket()` is the TCP socket, to count bytes
//   waiting()                     commands that have no response yet
//   problems                      messages about commands that failed
//   playAndWait(choice)           only Blue Moon: resolves at the outcome of the command
//   onView({ count, turn, hand, over, fresh })    set here; called for each broadcast:
//       count = moves made so far, turn = the seat to move, hand = its own choices,
//       over = no move follows, fresh = the first view of a new game, not the broadcast of a move
//   keep, received                if `keep` is set, everything the seat received, as text
import { readFileSync } from 'node:fs';
import { percentile, round } from './percentiles.mjs';
import { probe } from './probe.mjs';

const DRAIN_MS_MAX = 10_000;
const TICK_MS = 1;

const settings = JSON.parse(readFileSync(0, 'utf8'));
const { driver: name, target, games, warmup_seconds, seconds, half_load_seconds } = settings;
const driver = await import(`./drivers/${name}.mjs`);

const report = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

let phase = 'warm-up'; // then: closed, drain, open, drain
let outOfOrder = 0;
let latencies = [];
const ready = []; // seats to move, in an open loop

const choose = ({ count, hand }) => hand[(count * 7) % hand.length];

function watch(seat) {
  seat.count = 0;
  seat.sentAt = 0;
  seat.onView = (view) => {
    if (seat.view && !view.fresh) {
      if (view.count === seat.count) return; // not about a move
      if (view.count !== seat.count + 1) outOfOrder += 1;
    }
    seat.count = view.count;
    seat.view = view;
    if (seat.sentAt && !view.fresh) {
      if (phase === 'closed') latencies.push(performance.now() - seat.sentAt);
      seat.sentAt = 0;
    }
    if (view.over || view.turn !== seat.index) return;
    if (phase === 'warm-up' || phase === 'closed') {
      seat.sentAt = performance.now();
      seat.play(choose(view));
    } else {
      ready.push(seat);
    }
  };
}

/** Waits until every move was answered and both seats of each match have received it. */
async function drain(matches) {
  phase = 'drain';
  const unanswered = (seat) => seat.sentAt || seat.waiting();
  const diverged = ({ seats: [a, b] }) => a.count !== b.count;
  const deadline = performance.now() + DRAIN_MS_MAX;
  const count = () => ({
    unanswered: matches.flatMap(({ seats }) => seats).filter(unanswered).length,
    diverged: matches.filter(diverged).length,
  });
  let left = count();
  while ((left.unanswered || left.diverged) && performance.now() < deadline) {
    await pause(20);
    left = count();
  }
  return left;
}

/** Sends moves at an even rate, whatever the server does; returns ms from send to outcome. */
async function openLoop(rate, loopSeconds) {
  phase = 'open';
  const waits = [];
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1000;
  let sent = 0;
  let isLate = false;
  while (elapsed() < loopSeconds) {
    const due = Math.floor(elapsed() * rate) + 1;
    while (sent < due && ready.length > 0) {
      const seat = ready.shift();
      // If no match was ready in time, the move waited: it counts from when it was due.
      const since = isLate ? began + (sent / rate) * 1000 : performance.now();
      sent += 1;
      seat.sentAt = since;
      seat.playAndWait(choose(seat.view)).then(() => waits.push(performance.now() - since));
    }
    isLate = sent < due;
    await pause(TICK_MS);
  }
  return waits.sort((a, b) => a - b);
}

const checks = driver.hasRules(target) ? await probe(driver, target, games) : {};
const matches = [];
for (let match = 0; match < games; match++) matches.push(await driver.openMatch(target, match));
const seats = matches.flatMap((match) => match.seats);
const bytesRead = () => seats.reduce((sum, seat) => sum + seat.socket().bytesRead, 0);
seats.forEach(watch);
for (const match of matches) match.start();

await pause(warmup_seconds * 1000);
report({ phase: 'begin' });
const bytesBefore = bytesRead();
const began = performance.now();
phase = 'closed';
await pause(seconds * 1000);
phase = 'drain';
const took = (performance.now() - began) / 1000;
const bytes = bytesRead() - bytesBefore;
report({ phase: 'end' });

const left = await drain(matches);
const moves = latencies.length;
latencies.sort((a, b) => a - b);
const result = {
  moves,
  moves_per_s: round(moves / took, 0),
  p50_ms: round(percentile(latencies, 50)),
  p99_ms: round(percentile(latencies, 99)),
  bytes_per_move: round(bytes / moves, 0),
};
if (half_load_seconds > 0 && moves > 0) {
  const rate = moves / took / 2;
  const waits = await openLoop(rate, half_load_seconds);
  const leftAfter = await drain(matches);
  left.unanswered += leftAfter.unanswered;
  left.diverged += leftAfter.diverged;
  result.half_load = {
    moves_per_s: round(rate, 0),
    moves: waits.length,
    p50_ms: round(percentile(waits, 50)),
    p99_ms: round(percentile(waits, 99)),
  };
}
const problems = seats.flatMap((seat) => seat.problems);
report({
  phase: 'result',
  ...result,
  out_of_order: outOfOrder,
  unanswered: left.unanswered,
  diverged: left.diverged,
  failed: problems.length,
  first_problem: problems[0] ?? null,
  ...checks,
});
process.exit(0);
