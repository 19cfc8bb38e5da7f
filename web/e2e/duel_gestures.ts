import type { Page } from "playwright-core";
import type { Gesture } from "./playing";
import { duelPlay, type Action } from "./tables";

const FINISH: Record<string, string> = {
  turn_start: "Go to the action phase",
  action: "Skip the action",
  character: "Done with characters",
  booster_support: "Done playing cards",
  after_booster_support: "Done with texts",
  announce: "Continue",
  refill: "Draw",
  end_of_turn: "End turn",
};
const OPTION: Record<string, string> = {
  yes: "Call the bluff",
  no: "Don’t call",
  booster: "All boosters",
  support: "All supports",
  character: "All characters",
};

/** The panel with the current question and its buttons. */
const panel = (page: Page) => page.locator("[data-shown], [data-decision]").last();
const press = (page: Page, name: string | RegExp) =>
  panel(page).getByRole("button", { name, exact: true }).first().click();

async function tick(page: Page, seat: number, cards: readonly string[], confirm: RegExp): Promise<void> {
  for (const card of cards)
    await page.locator(`[data-card="${seat}:${card}"][data-lit=true]`).first().click();
  await press(page, confirm);
}

/** Perform an action of the duel by picking cards, ticking cards and pressing buttons. */
export const performDuelAction: Gesture = async (page, action: Action, response) => {
  const seat = response.viewer as number;
  const play = duelPlay(response);
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
      return press(page, /^Load onto /);
    case "retrieve_card":
      await pick(action.card);
      return press(page, "Take back into your hand");
    case "discard_bluff":
      await pick(action.bluff);
      return press(page, "Discard this bluff");
    case "land_ship":
      await pick(action.ship);
      return press(page, "Land this ship");
    case "replace_card":
      await pick(action.card);
      return press(page, action.draw ? "Discard and draw another" : "Discard without drawing");
    case "use_text":
      await pick(action.card);
      return press(
        page,
        typeof action.count === "number" ? new RegExp(`^Use its text for ${action.count} `) : "Use its text",
      );
    case "mulligan":
      return tick(
        page,
        seat,
        (action.exchange as { cards: string[] }).cards,
        /^(Keep all cards|Exchange .*)$/,
      );
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
        play.decision!.whose,
        action.cards as string[],
        /^(Choose .*|Continue|Don’t intervene|Intervene)$/,
      );
    case "choose_option":
      return press(page, OPTION[action.option as string] ?? (action.option as string));
    case "announce_power": {
      const element = typeof action.element === "string" ? action.element : play.element;
      if ((action.targets as unknown[]).length === 0)
        return press(page, new RegExp(`^Announce \\S* in ${element}$`));
      await panel(page).getByText("More", { exact: true }).click();
      return press(page, new RegExp(`^Announce … in ${element}, `));
    }
    case "finish_phase":
      if (play.turn.phase === "retreat_or_decline")
        return press(page, play.turn.first ? "Start a fight" : "Stay and fight");
      return press(page, FINISH[play.turn.phase]!);
    case "retreat":
      await press(page, "Retreat");
      return press(page, "Retreat");
    case "rewind_turn":
      return press(page, "Back to the retreat phase");
    default:
      throw new Error(`no gesture for ${JSON.stringify(action)}`);
  }
};
