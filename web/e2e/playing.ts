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
  const { response, actions } = await turnOrEnd(seat);
  if (actions.length === 0) return null;
  const action = await advisor.choose(response, actions, level);
  await waitUntilSettled(page, response.seq);
  await gesture(page, action, response);
  await eventually(`${JSON.stringify(action)} arrived`, async () => (await seat.view()).seq > response.seq);
  return action;
}
