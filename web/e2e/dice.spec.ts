import { describe, expect, it } from "vitest";
import { setUpEnvironment } from "./environment";
import { openTable } from "./tables";

const TURNS = 4;

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
        await seat.playOn(environment.advisor, level, (response) => response.view.play.turn.number > TURNS);
        return (await seat.view()).view.play as { turn: { number: number } };
      }),
    );
    expect(played[0]!.turn.number).toBeGreaterThan(TURNS);
    expect(played[0]).toEqual(played[1]);
  });
});
