import type { Page } from "playwright-core";
import type { Advisor } from "./advisor";
import { performCityAction } from "./city_gestures";
import { waitUntilSettled } from "./settled";
import { eventually } from "./system";
import { cityPlay, type Action, type Seat, type ViewResponse } from "./tables";

/** Wait until a seat can act or the game is over. */
export function turnOrEnd(seat: Seat): Promise<{ response: ViewResponse; actions: Action[] }> {
  return eventually("a turn or the end", async () => {
    const turn = await seat.turn();
    if (turn) return turn;
    const response = await seat.view();
    return response.view.stage === "over" ? { response, actions: [] } : null;
  });
}

/**
 * Wait until the page shows the seat's turn and sends nothing.
 *
 * When two seats choose at the same time, the other seat's commit may arrive while our action is still being
 * sent. The turn is then our old one.
 */
async function settledTurnOrEnd(page: Page, seat: Seat): ReturnType<typeof turnOrEnd> {
  for (;;) {
    const turn = await turnOrEnd(seat);
    await waitUntilSettled(page, turn.response.seq);
    if ((await seat.view()).seq === turn.response.seq) return turn;
  }
}

export type Gesture = (page: Page, action: Action, response: ViewResponse) => Promise<void>;

export const performCityGesture: Gesture = (page, action, response) =>
  performCityAction(page, action, cityPlay(response).seats[response.viewer as number]!.figure!);

/** Play one action through the page, chosen by the advisor, and wait until the server has it. */
export async function playOneAction(
  page: Page,
  seat: Seat,
  advisor: Advisor,
  level: string,
  gesture: Gesture,
): Promise<Action | null> {
  const { response, actions } = await settledTurnOrEnd(page, seat);
  if (actions.length === 0) return null;
  const action = await advisor.choose(response, actions, level);
  await gesture(page, action, response).catch(async (error: unknown) => {
    const shown = await page.locator("[data-seq]").first().getAttribute("data-seq");
    const text = await page.locator("body").innerText();
    throw new Error(
      `${JSON.stringify(action)} at seq ${response.seq} failed; the page shows seq ${shown}:\n${text.slice(0, 3000)}`,
      { cause: error },
    );
  });
  await eventually(`${JSON.stringify(action)} arrived`, async () => (await seat.view()).seq > response.seq);
  return action;
}
