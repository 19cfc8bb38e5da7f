import type { Page } from "playwright-core";
import type { Action } from "./tables";

/** The name of a card as shown on the page: "vulca-1" is "Vulca 1". */
const cardName = (card: string) => card.replace(/^./, (letter) => letter.toUpperCase()).replace("-", " ");
const cardList = (cards: readonly string[]) => new Intl.ListFormat("en").format(cards.map(cardName));

async function chooseTile(page: Page, tile: string): Promise<void> {
  const button = page.locator(`[data-tile="${tile}"]`);
  // A second click on a chosen tile would perform its default action.
  if ((await button.getAttribute("data-chosen")) !== "true") await button.click();
}

async function chooseCard(page: Page, card: string): Promise<void> {
  const hand = page.getByRole("region", { name: /^Your hand/ });
  const button = hand.getByRole("button", { name: new RegExp(`^${cardName(card)}\\.`) }).first();
  // Cards of one people overlap: only the left edge of each is visible.
  await button.click({ position: { x: 8, y: 24 } });
}

const press = (page: Page, name: RegExp) => page.getByRole("button", { name }).first().click();

/**
 * Perform an action of Blue Moon City with clicks on tiles, boxes and cards. `figureTile` is the tile of
 * the player's figure.
 */
export async function performCityAction(page: Page, action: Action, figureTile: string): Promise<void> {
  // Clears any selection, one step per key press.
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
      return press(page, /: move .* here$/);
    case "hasten":
      await chooseCard(page, "flit-2");
      return press(page, /extra steps/);
    case "discard":
      await chooseCard(page, action.card as string);
      return press(page, /^Discard and draw one more/);
    case "offer":
      await chooseTile(page, "courtyard");
      return press(
        page,
        action.pillar ? new RegExp(`^${cardName(action.pillar as string)}: another`) : /^Make an offering/,
      );
    case "contribute":
      return contribute(page, action, figureTile);
    case "draw":
      return press(page, /end turn$/);
    case "declare_stalemate":
      return press(page, /stalemate/i);
    default:
      throw new Error(`no gesture for ${JSON.stringify(action)}`);
  }
}

async function contribute(page: Page, action: Action, figureTile: string): Promise<void> {
  await chooseTile(page, figureTile);
  const boxes = page.getByRole("group", { name: "Boxes" }).getByRole("button");
  await boxes.nth(action.box as number).click();
  const more = page.getByRole("button", { name: /more options?$/ });
  if (await more.isVisible()) await more.click();
  let payment = page
    .locator("label")
    .filter({ has: page.getByText(cardList(action.cards as string[]), { exact: true }) });
  if (typeof action.colour === "string")
    payment = payment.filter({ has: page.getByLabel(`in ${action.colour}`) });
  await payment.first().getByRole("radio").check();
  await page.getByRole("button", { name: /^Pay / }).click();
}
