// Before the load, at a table of its own: are illegal moves refused, and hands hidden?

const REFUSAL_MS = 250;
const MOVE_MS_MAX = 5000;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function until(condition, what, seats) {
  for (const began = performance.now(); !condition(); await pause(10)) {
    if (performance.now() - began < MOVE_MS_MAX) continue;
    const problems = seats.flatMap((seat) => seat.problems).join('\n');
    throw new Error(`no ${what} in ${MOVE_MS_MAX} ms\n${problems}`);
  }
}

export async function probe(driver, target, number) {
  const match = await driver.openMatch(target, number);
  const [lead, other] = match.seats;
  for (const seat of match.seats) {
    seat.keep = true;
    seat.onView = (view) => (seat.view = view);
  }
  await match.start();
  await until(() => lead.view && other.view, 'first view of both seats', match.seats);
  const opening = [...lead.view.hand];
  const hidden = JSON.stringify([...other.view.hand]);
  const counts = () => `${lead.view.count},${other.view.count}`;
  const refusals = [];
  other.play(other.view.hand[0]); // out of turn
  await pause(REFUSAL_MS);
  refusals.push(counts() === '0,0');
  lead.play(other.view.hand[0]); // not in hand
  await pause(REFUSAL_MS);
  refusals.push(counts() === '0,0');
  const before = lead.received.length;
  lead.play(opening[0]);
  await until(() => counts() === '1,1', 'broadcast of a legal move', match.seats);
  const shows = (texts) => texts.some((text) => text.includes(hidden));
  for (const seat of match.seats) seat.close();
  return {
    refuses_illegal_moves: refusals.every(Boolean),
    hides_hands_in_broadcasts: !shows(lead.received.slice(before)),
    hides_hands_at_joining: !shows(lead.received.slice(0, before)),
  };
}
