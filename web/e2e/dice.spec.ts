import { describe, expect, it } from "vitest";
import { setUpEnvironment } from "./environment";
import { cityPlay, openTable, type ViewResponse } from "./tables";

const TURNS = 4;
/** Both games count turns in the same field. */
const turnOf = (response: ViewResponse) => cityPlay(response).turn.number;

const environment = setUpEnvironment();

describe("With fixed dice", () => {
  it.each([
    ["city", "builder"],
    ["duel", "duelist"],
  ] as const)("two tables of %s with equal seeds produce the same game", async (game, level) => {
    const options = game === "city" ? { players: 2 } : {};
    const terms = { bots: [{ seat: 1, level }] };
    const played = await Promise.all(
      [1, 2].map(async () => {
        const seat = await openTable(environment.url, "Amber", game, options, terms);
        await seat.playOn(environment.advisor, level, (response) => turnOf(response) > TURNS);
        return seat.view();
      }),
    );
    expect(turnOf(played[0]!)).toBeGreaterThan(TURNS);
    expect(played[0]!.view.play).toEqual(played[1]!.view.play);
  });
});
