import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import type { Plugin } from "vite";

const COMPRESSIBLE = /\.(css|html|js|json|svg)$/;
const COMPRESSED_BYTES_MIN = 1024;

/** Emit compressed copies of each file, which the gateway serves as they are. */
function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        for (const [fileName, file] of Object.entries(bundle)) {
          if (!COMPRESSIBLE.test(fileName)) continue;
          const bytes = Buffer.from(file.type === "chunk" ? file.code : file.source);
          if (bytes.length < COMPRESSED_BYTES_MIN) continue;
          const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
          this.emitFile({
            type: "asset",
            fileName: `${fileName}.br`,
            source: brotliCompressSync(bytes, { params }),
          });
          this.emitFile({ type: "asset", fileName: `${fileName}.gz`, source: gzipSync(bytes, { level: 9 }) });
        }
      },
    },
  };
}

export default defineConfig({
  plugins: [react(), compressed()],
  build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  server: { proxy: { "/v1": process.env.BLUEMOON_GATEWAY ?? "http://127.0.0.1:8080" } },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/testing/setup.ts"],
    restoreMocks: true,
    // For hanging tests. A whole board takes jsdom seconds on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
