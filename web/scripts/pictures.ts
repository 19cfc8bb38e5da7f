/**
 * Captures the pictures in docs/pictures/: every main screen in three sizes, light and dark.
 *
 *     npm run pictures            all screens, as WebP
 *     npm run pictures -- city    only scenes whose name starts with it
 */
import { mkdir, writeFile } from "node:fs/promises";
import { Advisor } from "../e2e/advisor";
import { launch, openBrowser, SIZES, type Size } from "../e2e/browser";
import { scenes } from "../e2e/scenes";
import { System } from "../e2e/system";

const prefixes = process.argv.slice(2).filter((argument) => argument !== "--");
const folder = new URL("../../docs/pictures/", import.meta.url);

const system = await System.start();
const browser = await launch();
const advisor = new Advisor();
try {
  await mkdir(folder, { recursive: true });
  const keys = { platform: await system.key("platform"), operator: await system.key("operator") };
  const allScenes = await scenes(system.url, keys, advisor);
  const chosen = allScenes.filter(
    ({ name }) => prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix)),
  );
  for (const size of Object.keys(SIZES) as Size[]) {
    for (const theme of ["light", "dark"] as const) {
      for (const scene of chosen) {
        const { page, context } = await openBrowser(browser, system.url, { size, theme });
        await scene.open(page);
        const devtools = await context.newCDPSession(page);
        const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality: 82 });
        await writeFile(new URL(`${scene.name}-${size}-${theme}.webp`, folder), Buffer.from(data, "base64"));
        console.log(`${scene.name} ${size} ${theme}`);
        await context.close();
      }
    }
  }
} finally {
  advisor.stop();
  await browser.close();
  await system.stop();
}
