/**
 * Measures page cost: bytes transferred, time until usable on a slow processor, and frame times while a
 * four-player game is shown. Prints one JSON object.
 */
import { launch, openBrowser, type BrowserUser } from "../e2e/browser";
import { Advisor } from "../e2e/advisor";
import { System } from "../e2e/system";
import { openTable } from "../e2e/tables";
import { pause } from "../src/gateway/pause";

const CPU_SLOWDOWN = 4;
const WATCH_MS = 20_000;
const RUNS = 5;
/** Simulates a fast player: bots act at once, the player waits this long before each action. */
const THINKING_MS = 400;

interface Load {
  transferred_kib: number;
  usable_ms: number;
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Measures from navigation until the main control can be clicked. */
async function load(user: BrowserUser, path: string, usableSelector: string): Promise<Load> {
  const { page, context } = user;
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  let bytes = 0;
  devtools.on("Network.loadingFinished", (event) => (bytes += event.encodedDataLength));
  const startedAt = Date.now();
  await page.goto(path, { waitUntil: "commit" });
  await page.locator(usableSelector).first().click({ trial: true });
  const usable_ms = Date.now() - startedAt;
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
  for (const [name, [path, usableSelector]] of Object.entries(pages)) {
    const runs: Load[] = [];
    for (let run = 0; run < RUNS; run++) {
      const user = await openBrowser(browser, system.url);
      runs.push(await load(user, path, usableSelector));
      await user.context.close();
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
    let hasMoved = false;
    await seat.playOn(advisor, "builder", () => Date.now() > end || hasMoved || !(hasMoved = true));
    await pause(THINKING_MS);
  }
  const shown = (await seat.view()).seq - start;
  const frames = await page.evaluate<number[]>("frames");
  const tasks = await page.evaluate<number[]>("tasks");
  const sorted = frames.slice(1).sort((a, b) => a - b);
  console.log(
    JSON.stringify(
      {
        slower: CPU_SLOWDOWN,
        loads,
        frames: {
          shown_commits: shown,
          count: sorted.length,
          p99_ms: Math.round(sorted[Math.floor(sorted.length * 0.99)]! * 10) / 10,
          longest_ms: Math.round(sorted.at(-1)! * 10) / 10,
          over_50_ms: sorted.filter((ms) => ms > 50).length,
          // Work of the page itself. The rest of a long frame is painting, done in software here.
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
