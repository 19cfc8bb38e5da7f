import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../testing/rows";
import { draftAgainstBot, newDraft, tableOf, usualLevel, withSeats } from "./draft";

const [city, duel] = CATALOGUE.games as [(typeof CATALOGUE.games)[0], (typeof CATALOGUE.games)[0]];

describe("a table that is about to be opened", () => {
  it("against a bot has a bot of that level on every other seat", () => {
    const table = tableOf(draftAgainstBot(city, "planner"), city, "Amber");
    expect(table).toMatchObject({ game: "city", player: "Amber", seat: 0, options: { players: 2 } });
    expect(table.terms?.bots).toEqual([{ seat: 1, level: "planner" }]);
  });

  it("says its number of seats only where that is a choice", () => {
    expect(tableOf(newDraft(duel), duel, "Amber").options).toEqual({});
    expect(tableOf(withSeats(newDraft(city), 4), city, "Amber").options).toEqual({ players: 4 });
  });

  it("keeps who sits where when seats come and go", () => {
    const three = { ...withSeats(newDraft(city), 3), others: ["builder", "planner"] };
    expect(withSeats(three, 4).others).toEqual(["builder", "planner", null]);
    expect(withSeats(three, 2).others).toEqual(["builder"]);
  });

  it("has no delay for spectators that are not let in", () => {
    const draft = { ...newDraft(city), spectators: false, delaySeconds: 300 };
    const { terms } = tableOf(draft, city, "Amber");
    expect(terms).toMatchObject({ spectators: "forbidden", spectator_delay_seconds: 0 });
  });

  it("proposes neither the weakest nor the strongest bot where there are three", () => {
    expect(usualLevel(city)).toBe("builder");
    expect(usualLevel(duel)).toBe("duelist");
    expect(usualLevel({ ...duel, bots: [] })).toBeNull();
  });
});
