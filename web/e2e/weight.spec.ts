import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { setUpEnvironment } from "./environment";
import { openBrowser } from "./browser";
import { turnOrEnd } from "./playing";
import { waitUntilSettled } from "./settled";
import { openTable } from "./tables";

/** Transfer limit for a first visit, as docs/performance.md states. */
const PAGE_KIB_MAX = 250;

const environment = setUpEnvironment();

/** Open a page with an empty cache. Return the transferred size and the contacted hosts. */
async function measure(page: Page, address: string): Promise<{ kib: number; hosts: Set<string> }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  const hosts = new Set<string>();
  let bytes = 0;
  devtools.on("Network.requestWillBeSent", ({ request }) => hosts.add(new URL(request.url).hostname));
  devtools.on("Network.webSocketCreated", ({ url }) => hosts.add(new URL(url).hostname));
  devtools.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.goto(address);
  await page.getByRole("button").first().waitFor();
  await waitUntilSettled(page);
  return { kib: bytes / 1024, hosts };
}

describe("A first visit", () => {
  it.each(["lobby", "city"])("to the %s page is small and contacts no other host", async (name) => {
    const { page, context } = await openBrowser(environment.browser, environment.url);
    const bots = [{ seat: 1, level: "builder" }];
    const seat = await openTable(environment.url, "Amber", "city", { players: 2 }, { bots });
    // Wait until the bot has moved: commits that arrive during loading cause more requests.
    await turnOrEnd(seat);
    const { kib, hosts } = await measure(page, name === "lobby" ? "/" : seat.link);
    console.log(`${name}: ${kib.toFixed(1)} KiB`);
    expect(kib).toBeLessThan(PAGE_KIB_MAX);
    expect([...hosts]).toEqual([new URL(environment.url).hostname]);
    await context.close();
  });
});
