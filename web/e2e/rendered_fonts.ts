import type { Page } from "playwright-core";

/** Return texts rendered with a system font instead of a font shipped with the page. */
export async function foreignFonts(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("DOM.enable");
  await devtools.send("CSS.enable");
  const { root } = await devtools.send("DOM.getDocument");
  const { nodeIds } = await devtools.send("DOM.querySelectorAll", {
    nodeId: root.nodeId,
    selector: "body *",
  });
  const texts: string[] = [];
  for (const nodeId of nodeIds) {
    const { fonts } = await devtools.send("CSS.getPlatformFontsForNode", { nodeId });
    for (const { isCustomFont, familyName } of fonts) {
      if (isCustomFont) continue;
      const { outerHTML } = await devtools.send("DOM.getOuterHTML", { nodeId });
      texts.push(`${familyName}: ${outerHTML.slice(0, 160)}`);
    }
  }
  await devtools.detach();
  return texts;
}
