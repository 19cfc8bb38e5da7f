import axe from "axe-core";
import { beforeAll, describe, expect, it } from "vitest";
import { setUpEnvironment } from "./environment";
import { openBrowser, type Size } from "./browser";
import { foreignFonts } from "./rendered_fonts";
import { scenes, type Scene } from "./scenes";

/** Enough for several full games on a busy machine. */
const SETUP_TIMEOUT_MS = 600_000;

let allScenes: Scene[];

const environment = setUpEnvironment();

beforeAll(async () => {
  const { system } = environment;
  const keys = { platform: await system.key("platform"), operator: await system.key("operator") };
  allScenes = await scenes(environment.url, keys, environment.advisor);
}, SETUP_TIMEOUT_MS);

const VARIANTS: [Size, "light" | "dark"][] = [
  ["wide", "light"],
  ["wide", "dark"],
  ["phone", "light"],
];

describe.each(VARIANTS)("On a %s screen, %s", (size, theme) => {
  it("axe finds no serious problem, nothing overflows, and all text is in a shipped font", async () => {
    const amber = await openBrowser(environment.browser, environment.url, { size, theme });
    const { page } = amber;
    const problems: string[] = [];
    for (const scene of allScenes) {
      await scene.open(page);
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate(() =>
        (window as unknown as { axe: typeof axe }).axe.run(document, {
          runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
        }),
      );
      for (const { id, impact, nodes } of violations) {
        if (impact !== "serious" && impact !== "critical") continue;
        for (const node of nodes)
          problems.push(`${scene.name}: ${id}: ${node.html.slice(0, 160)}: ${node.failureSummary}`);
      }
      const overflowPx = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (overflowPx > 1) problems.push(`${scene.name}: ${overflowPx} px wider than the screen`);
      // One variant is enough: fonts depend on neither colours nor width.
      if (size === "wide" && theme === "light")
        for (const foreign of await foreignFonts(page)) problems.push(`${scene.name}: ${foreign}`);
    }
    expect(problems).toEqual([]);
    expect(amber.errors).toEqual([]);
    await amber.context.close();
  });
});

describe("With reduced motion", () => {
  it("changes apply at once, without transitions", async () => {
    const amber = await openBrowser(environment.browser, environment.url);
    await allScenes.find(({ name }) => name === "lobby")!.open(amber.page);
    const moving = await amber.page.evaluate(() => {
      const heading = document.querySelector<HTMLElement>("h1")!;
      heading.style.opacity = "0.5";
      heading.style.visibility = "hidden";
      // Reading the style makes the browser start any transition.
      const { opacity, visibility } = getComputedStyle(heading);
      return { opacity, visibility, animations: document.getAnimations().length };
    });
    expect(moving).toEqual({ opacity: "0.5", visibility: "hidden", animations: 0 });
    await amber.context.close();
  });
});
