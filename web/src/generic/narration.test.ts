import { describe, expect, it } from "vitest";
import { HIGHCARD, HIGHCARD_COMMITS } from "../testing/highcard";
import { LANGUAGES, type Language } from "../words/language";
import { gameUi } from "./game_ui";
import { createLabels, humanize } from "./labels";
import { narrateEvent } from "./narration";
import { genericWords } from "./words";

const events = HIGHCARD_COMMITS.flatMap((commit) => commit.events).filter(
  ({ type }) => type !== "game_started",
);

const labelsIn = async (language: Language) =>
  createLabels(
    await genericWords.translator(language),
    language,
    (id) => HIGHCARD.words[id]?.en ?? id,
    (seat) => ["Amber", "Basalt"][seat]!,
    new Set(["hand"]),
  );

describe("narration of any game", () => {
  it("names the player, the event and its fields", async () => {
    const labels = await labelsIn("en");
    expect(events.map((event) => narrateEvent(labels, event))).toEqual([
      "Amber: Hand dealt (Hand: 3 hidden).",
      "Basalt: Hand dealt (Hand: Seven, Nine).",
      "Amber: Card played (Card: Nine, Trump: yes).",
      "Round ended (Winner: Amber, Cards: Nine, Seven).",
      "Deck shuffled.",
      "The game is over: All rounds played.",
    ]);
  });

  it.each(LANGUAGES)("has a sentence for each event in %s", async (language) => {
    const labels = await labelsIn(language);
    for (const event of events) expect(narrateEvent(labels, event)).toMatch(/^[^{}]+\.$/);
  });

  it("marks the end of the game on the replay bar", () => {
    expect(events.filter(gameUi.isTurningPoint).map(({ type }) => type)).toEqual(["game_ended"]);
  });
});

it.each([
  ["cards_drawn", "Cards drawn"],
  ["cardsDrawn", "Cards drawn"],
  ["two-of-hearts", "Two of hearts"],
  ["7H", "7H"],
  ["AB", "AB"],
  ["Free text, as it is.", "Free text, as it is."],
])("%j is shown as %j", (id, text) => {
  expect(humanize(id)).toBe(text);
});
