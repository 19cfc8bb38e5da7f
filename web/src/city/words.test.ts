import { describe, expect, it } from "vitest";
import events from "../testing/city/events.json";
import { nameIn, PIECES, POSITIONS } from "../testing/city/positions";
import { LANGUAGES, type Language } from "../words/language";
import { actionWords } from "./action_words";
import { powerOf, speechOf, type Speech } from "./speech";
import { tellEvent } from "./telling";
import type { Action, CityEvent, Tile } from "./wire";
import { cityWords } from "./words";
import en from "./words/en";

const EVENTS = [
  ...(events as unknown as CityEvent[]),
  { type: "seat_withdrawn", seat: 1, cards: ["flit-1"] },
  { type: "figure_moved", seat: 0, to: "mill", steps: 0, card: "flit-1" },
  { type: "figure_moved", seat: 0, to: "mill", steps: 0, card: null },
  { type: "offering_made", seat: 0, space: 1, crystals: 8, pillar: "pillar-1" },
  { type: "cards_drawn", seat: 1, cards: 2 },
  { type: "aside_taken", seat: 1, cards: 1 },
  ...["obelisk", "city_finished", "stalemate", "no_stones", "resignation"].map((reason) => ({
    type: "game_ended",
    reason,
    results: [],
  })),
] as CityEvent[];

/** Told by the table itself, or needing no words. */
const SILENT = new Set(["table_opened", "seat_taken", "game_started", "turn_ended"]);

const ACTIONS: Action[] = [
  { type: "walk", to: "mill" },
  { type: "hasten" },
  { type: "fly", to: "mill" },
  { type: "move_dragon", card: "vulca-1", to: "mill" },
  { type: "contribute", box: 0, cards: ["vulca-1"], colour: null },
  { type: "offer", pillar: null },
  { type: "offer", pillar: "pillar-2" },
  { type: "leap", to: "mill" },
  { type: "declare_stalemate" },
  { type: "discard", card: "khind-1" },
  { type: "draw" },
];

const PLAYERS = ["Amber", "Basalt", "Coral", "Jade"];

async function speechIn(language: Language): Promise<Speech> {
  const t = await cityWords.speak(language);
  return speechOf(t, language, nameIn(language), (seat) => PLAYERS[seat] ?? "");
}

/** A sentence without holes, braces or names of keys. */
function expectWhole(sentence: string | null) {
  expect(sentence).toBeTruthy();
  expect(sentence).not.toMatch(/[{}]|undefined|NaN|#/);
  expect(Object.keys(en)).not.toContain(sentence);
}

describe.each(LANGUAGES)("in %s", (language) => {
  it("every event is told", async () => {
    const speech = await speechIn(language);
    for (const event of EVENTS) {
      if (!SILENT.has(event.type)) expectWhole(tellEvent(speech, event));
    }
  });

  it("every action has a name", async () => {
    const speech = await speechIn(language);
    const { figures } = POSITIONS.offering.seen;
    for (const action of ACTIONS) {
      expectWhole(actionWords(speech, action, figures, PIECES));
      expectWhole(actionWords(speech, action, null, PIECES));
    }
  });

  it("every power is explained", async () => {
    const speech = await speechIn(language);
    for (const card of PIECES.cards.filter((one) => one.powers.length > 0))
      expectWhole(powerOf(speech, card, PIECES));
  });

  it("every message has the same gaps as in English", async () => {
    const words = await cityWords.words(language);
    const gaps = (message: string) => new Set([...message.matchAll(/\{([^{}|]+)/g)].map((match) => match[1]));
    for (const [key, message] of Object.entries(en))
      expect([key, gaps(words[key]!)]).toEqual([key, gaps(message)]);
  });

  it("every tile has a name of its own language", async () => {
    const speech = await speechIn(language);
    const names = PIECES.tiles.map((piece) => speech.tile(piece.tile as Tile));
    expect(new Set(names).size).toBe(names.length);
    if (language === "fr" || language === "nl" || language === "it")
      expect(speech.tile("flight_tower")).not.toBe("Flight Tower");
  });
});
