import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { Advisor } from "./advisor";
import { launch } from "./browser";

/** A browser and an adviser for the tests of a file; there once they have begun. */
export function atHome(): { browser: Browser; advisor: Advisor } {
  const home = {} as { browser: Browser; advisor: Advisor };
  beforeAll(async () => {
    home.browser = await launch();
    home.advisor = new Advisor();
  });
  afterAll(async () => {
    home.advisor.stop();
    await home.browser.close();
  });
  return home;
}
