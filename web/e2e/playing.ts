import type { Page } from "playwright-core";
import type { Advisor } from "./advisor";
import { doInCity } from "./city_gestures";
import { eventually } from "./system";
import type { Action, Seat, ViewAnswer } from "./tables";

/** The page shows this version or a later one; if it never does, the error says what it shows. */
export async function shows(page: Page, seq: number): Promise<void> {
  try {
    await page.waitForFunction(
      (wanted) => Number(document.querySelector<HTMLElement>("[data-seq]")?.dataset.seq ?? -1) >= wanted,
      seq,
      { timeout: 30_000 },
    );
  } catch (error) {
    const shown = await page
      .locator("[data-seq]")
      .getAttribute("data-seq", { timeout: 1000 })
      .catch(() => "none");
    const text = await page.locator("body").innerText();
    throw new Error(`expected version ${seq}, the page shows ${shown}:\n${text.slice(0, 3000)}`, {
      cause: error,
    });
  }
}

/** Until a seat is to move, or the game is over. */
export function turnOrEnd(seat: Seat): Promise<{ answer: ViewAnswer; actions: Action[] }> {
  return eventually("a turn or the end", async () => {
    const turn = await seat.turn();
    if (turn) return turn;
    const answer = await seat.view();
    return answer.view.stage === "over" ? { answer, actions: [] } : null;
  });
}

export type Gesture = (page: Page, action: Action, answer: ViewAnswer) => Promise<void>;

export const inCity: Gesture = (page, action, answer) =>
  doInCity(page, action, answer.view.play.seats[answer.viewer].figure as string);

/** One action through the page: chosen by a bot's sense, done by hand, and seen to have arrived. */
export async function moveOnce(
  page: Page,
  seat: Seat,
  advisor: Advisor,
  level: string,
  gesture: Gesture,
): Promise<Action | null> {
  const { answer, actions } = await turnOrEnd(seat);
  if (actions.length === 0) return null;
  const action = await advisor.choose(answer, actions, level);
  await shows(page, answer.seq);
  await gesture(page, action, answer);
  await eventually(`${JSON.stringify(action)} arrived`, async () => (await seat.view()).seq > answer.seq);
  return action;
}
