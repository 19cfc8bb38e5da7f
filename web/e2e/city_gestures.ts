import type { Page } from "playwright-core";
import type { Action } from "./tables";

/** "vulca-1" as the page says it. */
const spoken = (card: string) => card.replace(/^./, (letter) => letter.toUpperCase()).replace("-", " ");
const listed = (cards: readonly string[]) => new Intl.ListFormat("en").format(cards.map(spoken));

async function chooseTile(page: Page, tile: string): Promise<void> {
  const button = page.locator(`[data-tile="${tile}"]`);
  // Pointing once more at a chosen tile would already do the first thing offered there.
  if ((await button.getAttribute("data-chosen")) !== "true") await button.click();
}

async function chooseCard(page: Page, card: string): Promise<void> {
  const hand = page.getByRole("region", { name: /^Your hand/ });
  const button = hand.getByRole("button", { name: new RegExp(`^${spoken(card)}\\.`) }).first();
  // Cards of a people lie fanned out: what can be seen of each is its left edge.
  await button.click({ position: { x: 8, y: 24 } });
}

const press = (page: Page, name: RegExp) => page.getByRole("button", { name }).first().click();

/**
 * Does an action of Blue Moon City as a person would: by pointing at tiles, boxes and cards. `here` is
 * where the figure stands.
 */
export async function doInCity(page: Page, action: Action, here: string): Promise<void> {
  // Whatever was chosen before is given up, one step at a time.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  switch (action.type) {
    case "walk":
      await chooseTile(page, action.to as string);
      return press(page, /^Walk here/);
    case "fly":
      await chooseTile(page, action.to as string);
      return press(page, /^Fly here/);
    case "leap":
      await chooseTile(page, action.to as string);
      return press(page, /^Leap here/);
    case "move_dragon":
      await chooseCard(page, action.card as string);
      await chooseTile(page, action.to as string);
      return press(page, /^Bring .* here/);
    case "hasten":
      await chooseCard(page, "flit-2");
      return press(page, /more steps/);
    case "discard":
      await chooseCard(page, action.card as string);
      return press(page, /^Discard it/);
    case "offer":
      await chooseTile(page, "courtyard");
      return press(
        page,
        action.pillar ? new RegExp(`^${spoken(action.pillar as string)}: another`) : /^Make an offering/,
      );
    case "contribute":
      return contribute(page, action, here);
    case "draw":
      return press(page, /end the turn$/);
    case "declare_stalemate":
      return press(page, /stalemate/i);
    default:
      throw new Error(`nobody has shown how to do ${JSON.stringify(action)}`);
  }
}

async function contribute(page: Page, action: Action, here: string): Promise<void> {
  await chooseTile(page, here);
  const boxes = page.getByRole("group", { name: "Boxes" }).getByRole("button");
  await boxes.nth(action.box as number).click();
  const more = page.getByRole("button", { name: /more ways$/ });
  if (await more.isVisible()) await more.click();
  let way = page
    .locator("label")
    .filter({ has: page.getByText(listed(action.cards as string[]), { exact: true }) });
  if (action.colour) way = way.filter({ has: page.getByLabel(`in ${String(action.colour)}`) });
  await way.first().getByRole("radio").check();
  await page.getByRole("button", { name: /^Pay / }).click();
}
