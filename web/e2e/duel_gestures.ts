import type { Page } from "playwright-core";
import type { Gesture } from "./playing";
import type { Action } from "./tables";

const FINISH: Record<string, string> = {
  turn_start: "On to the action",
  action: "No action",
  character: "No more characters",
  booster_support: "No more cards",
  after_booster_support: "No more texts",
  announce: "Go on",
  refill: "Draw",
  end_of_turn: "End the turn",
};
const OPTION: Record<string, string> = {
  yes: "Call",
  no: "Let it stand",
  booster: "All boosters",
  support: "All supports",
  character: "All characters",
};

/** Where the game asks and its answers stand. */
const ask = (page: Page) => page.locator("[data-shown], [data-decision]").last();
const press = (page: Page, name: string | RegExp) =>
  ask(page).getByRole("button", { name, exact: true }).first().click();

async function tick(page: Page, seat: number, cards: readonly string[], confirm: RegExp): Promise<void> {
  for (const card of cards)
    await page.locator(`[data-card="${seat}:${card}"][data-lit=true]`).first().click();
  await press(page, confirm);
}

/** Does an action of the card game as a person would: by picking cards, ticking cards, pressing buttons. */
export const inDuel: Gesture = async (page, action: Action, answer) => {
  const seat = answer.viewer as number;
  const { play } = answer.view;
  const pick = (card: unknown) =>
    page
      .locator(`[data-card="${seat}:${String(card)}"][data-lit=true]`)
      .first()
      .click();
  await page.keyboard.press("Escape");
  switch (action.type) {
    case "play_card":
      await pick(action.card);
      return press(page, action.use_text ? /^Play( and use its text)?$/ : "Play without its text");
    case "play_bluff":
      await pick(action.card);
      return press(page, "Play face down as a bluff");
    case "load_ship":
      await pick(action.card);
      return press(page, /^Load on /);
    case "retrieve_card":
      await pick(action.card);
      return press(page, "Take back into hand");
    case "discard_bluff":
      await pick(action.bluff);
      return press(page, "Give this bluff up");
    case "land_ship":
      await pick(action.ship);
      return press(page, "Land this ship");
    case "replace_card":
      await pick(action.card);
      return press(page, action.draw ? "Discard and draw another" : "Discard, draw nothing");
    case "use_text":
      await pick(action.card);
      return press(
        page,
        action.count === null ? "Use its text" : new RegExp(`^Use its text for ${String(action.count)} `),
      );
    case "mulligan":
      return tick(page, seat, (action.exchange as { cards: string[] }).cards, /^(Keep all|Exchange .*)$/);
    case "decline_fight":
      await press(page, /^Decline the fight/);
      return tick(page, seat, action.cards as string[], /^(Decline|Discard \d.*)$/);
    case "pay_demand":
      await page
        .locator(`[data-card="${1 - seat}:${String(action.demand)}"]`)
        .first()
        .click();
      return tick(page, seat, action.cards as string[], /^Pay with /);
    case "choose_cards":
      return tick(
        page,
        play.decision.whose as number,
        action.cards as string[],
        /^(Choose .*|Go on|Don't intervene|Intervene)$/,
      );
    case "choose_option":
      return press(page, OPTION[action.option as string] ?? (action.option as string));
    case "announce_power": {
      const element = (action.element ?? play.element) as string;
      if ((action.targets as unknown[]).length === 0)
        return press(page, new RegExp(`^Announce \\S* in ${element}$`));
      await ask(page).getByText("More", { exact: true }).click();
      return press(page, new RegExp(`^Announce … in ${element}, `));
    }
    case "finish_phase":
      if (play.turn.phase === "retreat_or_decline")
        return press(page, play.turn.first ? "Start a fight" : "Stay and fight");
      return press(page, FINISH[play.turn.phase as string]!);
    case "retreat":
      await press(page, "Retreat");
      return press(page, "Retreat");
    case "rewind_turn":
      return press(page, "Back to the retreat phase");
    default:
      throw new Error(`nobody has shown how to do ${JSON.stringify(action)}`);
  }
};
