/**
 * What the page costs the one who opens it: bytes over the wire, time until it can be used on a slow
 * processor, and the longest frame while turns of four players are shown. Prints one JSON object.
 */
import { launch, person, type Person } from "../e2e/browser";
import { Advisor } from "../e2e/advisor";
import { System } from "../e2e/system";
import { openTable } from "../e2e/tables";
import { pause } from "../src/gateway/pause";

const SLOWER = 4;
const WATCH_MS = 20_000;
const RUNS = 5;
/** A quick person: bots move at once, the one at the page thinks for a moment before each action. */
const THOUGHT_MS = 400;

interface Load {
  transferred_kib: number;
  usable_ms: number;
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Until the main thing on the page can be clicked, from the first byte asked for. */
async function load(someone: Person, path: string, usable: string): Promise<Load> {
  const { page, context } = someone;
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  let bytes = 0;
  devtools.on("Network.loadingFinished", (event) => (bytes += event.encodedDataLength));
  const begun = Date.now();
  await page.goto(path, { waitUntil: "commit" });
  await page.locator(usable).first().click({ trial: true });
  const usable_ms = Date.now() - begun;
  await page.waitForLoadState("networkidle");
  return { transferred_kib: Math.round(bytes / 102.4) / 10, usable_ms };
}

const system = await System.start();
const browser = await launch();
const advisor = new Advisor();
try {
  const loads: Record<string, Load> = {};
  const bots = [1, 2, 3].map((seat) => ({ seat, level: "builder" }));
  const seat = await openTable(system.url, "Amber", "city", { players: 4 }, { bots });
  const pages = {
    lobby: ["/", "main button"],
    city: [new URL(seat.link).pathname + new URL(seat.link).hash, "[data-tile]"],
  } as const;
  for (const [name, [path, usable]] of Object.entries(pages)) {
    const runs: Load[] = [];
    for (let run = 0; run < RUNS; run++) {
      const someone = await person(browser, system.url);
      runs.push(await load(someone, path, usable));
      await someone.context.close();
    }
    loads[name] = {
      transferred_kib: median(runs.map((run) => run.transferred_kib)),
      usable_ms: median(runs.map((run) => run.usable_ms)),
    };
  }

  const context = await browser.newContext({ baseURL: system.url, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(pages.city[0]);
  await page.locator(pages.city[1]).first().waitFor();
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(window, { frames });
    let last = performance.now();
    const next = (now: number) => {
      frames.push(now - last);
      last = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
    const tasks: number[] = [];
    Object.assign(window, { tasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: "longtask" });
  });
  const end = Date.now() + WATCH_MS;
  const start = (await seat.view()).seq;
  while (Date.now() < end) {
    let moved = false;
    await seat.playOn(advisor, "builder", () => Date.now() > end || moved || !(moved = true));
    await pause(THOUGHT_MS);
  }
  const shown = (await seat.view()).seq - start;
  const frames = (await page.evaluate("frames")) as number[];
  const tasks = (await page.evaluate("tasks")) as number[];
  const sorted = frames.slice(1).sort((a, b) => a - b);
  console.log(
    JSON.stringify(
      {
        slower: SLOWER,
        loads,
        frames: {
          shown_commits: shown,
          count: sorted.length,
          p99_ms: Math.round(sorted[Math.floor(sorted.length * 0.99)]! * 10) / 10,
          longest_ms: Math.round(sorted.at(-1)! * 10) / 10,
          over_50_ms: sorted.filter((ms) => ms > 50).length,
          // Work of the page itself; the rest of a long frame is drawing, which has no graphics card here.
          long_tasks: tasks.length,
        },
      },
      null,
      2,
    ),
  );
} finally {
  advisor.stop();
  await browser.close();
  await system.stop();
}
