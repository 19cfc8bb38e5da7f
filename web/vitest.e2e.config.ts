import { defineConfig } from "vitest/config";

/** Real Chromium against a real system: one spec after the other, the machine is theirs. */
export default defineConfig({
  test: {
    include: ["e2e/**/*.spec.ts"],
    globalSetup: ["e2e/global_setup.ts"],
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 120_000,
    bail: 0,
  },
});
