import type { Browser } from "playwright-core";
import { afterAll, beforeAll, it } from "vitest";
import { Advisor } from "./advisor";
import { launch } from "./browser";
import { System, type SystemOptions } from "./system";

export interface TestEnvironment {
  browser: Browser;
  advisor: Advisor;
  system: System;
  url: string;
}

/**
 * Start a browser, an advisor and a system for the tests of one file. Each file has its own system, so
 * lobbies never show tables of other files.
 */
export function setUpEnvironment(options: SystemOptions = {}): TestEnvironment {
  const environment = {} as TestEnvironment;
  beforeAll(async () => {
    environment.system = await System.start(options);
    environment.url = environment.system.url;
    environment.browser = await launch();
    environment.advisor = new Advisor();
  });
  afterAll(async () => {
    // Setup may have failed half-way; its error is reported already.
    environment.advisor?.stop();
    await environment.browser?.close();
    await environment.system?.stop();
  });
  return environment;
}

/** A test that plays a whole game: `make test-all` runs it, `make test` does not. */
export const itSlow = it.skipIf(process.env.E2E === "quick");
