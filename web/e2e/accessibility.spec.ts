import axe from "axe-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { atHome } from "./at_home";
import { person, type Size } from "./browser";
import { scenes, type Scene } from "./scenes";

let all: Scene[];

const home = atHome();

beforeAll(async () => {
  all = await scenes(inject("url"), inject("platformKey"), home.advisor);
}, 240_000);

const LOOKS: [Size, "light" | "dark"][] = [
  ["wide", "light"],
  ["wide", "dark"],
  ["phone", "light"],
];

describe.each(LOOKS)("On a %s screen, %s", (size, theme) => {
  it("axe finds nothing serious, and nothing runs out of the screen", async () => {
    const amber = await person(home.browser, inject("url"), { size, theme });
    const { page } = amber;
    const found: string[] = [];
    for (const scene of all) {
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
          found.push(`${scene.name}: ${id}: ${node.html.slice(0, 160)}: ${node.failureSummary}`);
      }
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (over > 1) found.push(`${scene.name}: ${over} px wider than the screen`);
    }
    expect(found).toEqual([]);
    expect(amber.errors).toEqual([]);
    await amber.context.close();
  });
});
