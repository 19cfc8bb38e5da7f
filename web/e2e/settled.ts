import type { BrowserContext, Page, Request } from "playwright-core";

const SETTLE_TIMEOUT_MS = 120_000;
const POLL_MS = 30;
/** Requests that stay open for as long as the page. */
const STREAMING_TYPES = new Set(["eventsource", "websocket"]);

const inFlight = new WeakMap<Page, Set<Request>>();

/** Track pending requests of every page. `waitUntilSettled` needs it. */
export function watchRequests(context: BrowserContext): void {
  context.on("page", (page) => {
    const pending = new Set<Request>();
    inFlight.set(page, pending);
    page.on("request", (request) => {
      if (!STREAMING_TYPES.has(request.resourceType())) pending.add(request);
    });
    page.on("requestfinished", (request) => pending.delete(request));
    page.on("requestfailed", (request) => pending.delete(request));
  });
}

/**
 * Wait until the page stops changing: fonts are loaded, nothing is requested, sent or animated, and the
 * table shows `seq` or later. The error lists what was still active.
 */
export async function waitUntilSettled(page: Page, seq?: number): Promise<void> {
  const end = Date.now() + SETTLE_TIMEOUT_MS;
  // Two calm polls in a row: an activity that just ended may start another.
  for (let calmPolls = 0; calmPolls < 2;) {
    const activities = await currentActivities(page, seq);
    calmPolls = activities.length === 0 ? calmPolls + 1 : 0;
    if (Date.now() > end) {
      const text = await page.locator("body").innerText();
      throw new Error(
        `not settled within ${SETTLE_TIMEOUT_MS} ms: ${activities.join("; ")}\n${text.slice(0, 3000)}`,
      );
    }
    if (activities.length > 0) await page.waitForTimeout(POLL_MS);
  }
}

async function currentActivities(page: Page, seq?: number): Promise<string[]> {
  const activities = await page.evaluate(async (expectedSeq) => {
    // After a frame, so that work scheduled in this one has started.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const activities: string[] = [];
    const describe = ({ effect }: Animation) => (effect as KeyframeEffect).target?.className.toString();
    if (document.readyState !== "complete") activities.push(`the document is ${document.readyState}`);
    if (document.fonts.status !== "loaded") activities.push("fonts are loading");
    for (const busy of document.querySelectorAll("[aria-busy=true]"))
      activities.push(`busy: ${busy.getAttribute("aria-label") ?? busy.className.toString()}`);
    for (const animation of document.getAnimations())
      if (animation.playState === "running") activities.push(`animated: ${describe(animation)}`);
    if (expectedSeq !== undefined) {
      const shown = document.querySelector<HTMLElement>("[data-seq]")?.dataset.seq ?? "none";
      if (!(Number(shown) >= expectedSeq))
        activities.push(`expected seq ${expectedSeq}, the page shows ${shown}`);
    }
    return activities;
  }, seq);
  for (const request of inFlight.get(page) ?? []) activities.push(`waits for ${request.url()}`);
  return activities;
}
