import { defineConfig } from "vitest/config";

/**
 * Real Chromium against a real system: specs run one at a time, each with its own system. Timeouts are for
 * hanging tests: playing a whole game takes minutes on a busy machine.
 */
export default defineConfig({
  test: {
    include: ["e2e/**/*.spec.ts"],
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 240_000,
    bail: 0,
  },
});
