import { describe, expect, it } from "vitest";
import events from "../testing/city/events.json";
import { nameIn, PIECES, POSITIONS } from "../testing/city/positions";
import { LANGUAGES, type Language } from "../words/language";
import { actionLabel } from "./action_label";
import { describePower, createLabels, type CityLabels } from "./labels";
import { narrateEvent } from "./narration";
import type { Action, CityEvent, Tile } from "./types";
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

/** Events narrated by the table, or without a text. */
const SILENT_EVENTS = new Set(["table_opened", "seat_taken", "game_started", "turn_ended"]);

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

async function labelsIn(language: Language): Promise<CityLabels> {
  const t = await cityWords.translator(language);
  return createLabels(t, language, nameIn(language), (seat) => PLAYERS[seat] ?? "");
}

/** Assert that a sentence has no placeholders, braces or message keys left. */
function expectComplete(sentence: string | null) {
  expect(sentence).toBeTruthy();
  expect(sentence).not.toMatch(/[{}]|undefined|NaN|#/);
  expect(Object.keys(en)).not.toContain(sentence);
}

describe.each(LANGUAGES)("in %s", (language) => {
  it("every event is narrated", async () => {
    const labels = await labelsIn(language);
    for (const event of EVENTS) {
      if (!SILENT_EVENTS.has(event.type)) expectComplete(narrateEvent(labels, event));
    }
  });

  it("every action has a label", async () => {
    const labels = await labelsIn(language);
    const { figures } = POSITIONS.offering.view;
    for (const action of ACTIONS) {
      expectComplete(actionLabel(labels, action, figures, PIECES));
      expectComplete(actionLabel(labels, action, null, PIECES));
    }
  });

  it("every power is described", async () => {
    const labels = await labelsIn(language);
    for (const card of PIECES.cards.filter((card) => card.powers.length > 0))
      expectComplete(describePower(labels, card, PIECES));
  });

  it("every tile has a translated name", async () => {
    const labels = await labelsIn(language);
    const names = PIECES.tiles.map((piece) => labels.tile(piece.tile as Tile));
    expect(new Set(names).size).toBe(names.length);
    if (language === "fr" || language === "nl" || language === "it")
      expect(labels.tile("flight_tower")).not.toBe("Flight Tower");
  });
});
