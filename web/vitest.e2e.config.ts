import { defineConfig } from "vitest/config";

/**
 * Real Chromium against a real system: two specs run at a time, each with its own system, because a spec
 * spends much of its time waiting. Timeouts are for hanging tests: playing a whole game takes minutes on a
 * busy machine.
 */
export default defineConfig({
  test: {
    include: ["e2e/**/*.spec.ts"],
    pool: "forks",
    poolOptions: { forks: { minForks: 1, maxForks: 2 } },
    testTimeout: 1_200_000,
    hookTimeout: 240_000,
    bail: 0,
  },
});
