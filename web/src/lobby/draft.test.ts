import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../testing/lobby";
import { draftAgainstBot, newDraft, toRequest, withSeats } from "./draft";

const [city, duel] = CATALOGUE.games as [(typeof CATALOGUE.games)[0], (typeof CATALOGUE.games)[0]];

describe("the draft of a table", () => {
  it("against a bot fills every other seat with a bot of that level", () => {
    const table = toRequest(draftAgainstBot(city, "planner"), city, "Amber");
    expect(table).toMatchObject({ game: "city", player: "Amber", seat: 0, options: { players: 2 } });
    expect(table.terms?.bots).toEqual([{ seat: 1, level: "planner" }]);
  });

  it("sends the number of seats only for games where it varies", () => {
    expect(toRequest(newDraft(duel), duel, "Amber").options).toEqual({});
    expect(toRequest(withSeats(newDraft(city), 4), city, "Amber").options).toEqual({ players: 4 });
  });

  it("keeps occupants when the number of seats changes", () => {
    const three = { ...withSeats(newDraft(city), 3), others: ["builder", "planner"] };
    expect(withSeats(three, 4).others).toEqual(["builder", "planner", null]);
    expect(withSeats(three, 2).others).toEqual(["builder"]);
  });

  it("has no spectator delay when spectators are forbidden", () => {
    const draft = { ...newDraft(city), spectators: false, delaySeconds: 300 };
    const { terms } = toRequest(draft, city, "Amber");
    expect(terms).toMatchObject({ spectators: "forbidden", spectator_delay_seconds: 0 });
  });
});
