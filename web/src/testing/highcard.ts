import type { CatalogueGame } from "../contract/gateway";
import type { AnyCommit, TableView, Viewer } from "../table/table_view";

/**
 * A toy game that the page knows nothing about, as the gateway would send it: each seat plays a card from
 * its hand, and the higher card wins the round.
 */
export const HIGHCARD: CatalogueGame = {
  id: "highcard",
  rules: "highcard/1",
  versions: [{ rules: "highcard/1", amendments: [] }],
  names: { en: "High Card", de: "Hohe Karte" },
  languages: ["en", "de"],
  seats: [2, 3],
  options: {
    $ref: "#/$defs/HighcardOptions",
    $defs: {
      HighcardOptions: {
        title: "HighcardOptions",
        type: "object",
        properties: {
          players: { type: "integer", minimum: 2, maximum: 3 },
          rounds: { type: "integer", minimum: 1, maximum: 9, default: 3 },
          open_hands: { type: "boolean", default: false },
          trump: { enum: ["fire", "sea_salt"], default: "fire" },
          extras: { type: "array", items: { enum: ["joker", "mirror"] }, default: [] },
          handicaps: { type: "array", items: { type: "integer", minimum: 0 }, default: [1] },
          limits: { $ref: "#/$defs/Limits", default: { hand: 3 } },
          target: { anyOf: [{ type: "integer", minimum: 5 }, { type: "null" }], default: null },
          stake: { anyOf: [{ type: "integer" }, { type: "string" }], default: 2 },
        },
        required: ["players"],
      },
      Limits: {
        title: "Limits",
        type: "object",
        properties: { hand: { type: "integer", minimum: 1, default: 3 } },
        required: [],
      },
    },
  },
  bots: ["random"],
  default_bot: "random",
  words: {
    seven: { en: "Seven", de: "Sieben" },
    nine: { en: "Nine", de: "Neun" },
    play_card: { en: "Play a card", de: "Karte spielen" },
    rounds_won: { en: "Rounds won", de: "Gewonnene Runden" },
  },
};

const table = {
  game: "highcard",
  rules: "highcard/1",
  versions: [{ rules: "highcard/1", amendments: [] }],
  options: { players: 2, rounds: 3, open_hands: false },
  commitment: "0".repeat(64),
  seed: null,
  seats: ["Amber", "Basalt"].map((player, seat) => ({
    seat,
    player,
    sitting: 1,
    entropy: "",
    resigned: false,
  })),
  stage: "playing",
  reason: "",
  results: [],
};

/** The second round. The viewer sees the own hand; the other's hand and choice are hidden. */
export function highcardView(viewer: Viewer = 1): TableView {
  const hand = (seat: number, cards: string[]) => (seat === viewer ? cards : cards.length);
  const play = {
    round: 2,
    trump: "fire",
    seats: [
      { seat: 0, hand: hand(0, ["ten", "queen", "ace"]), chosen: viewer === 0 ? "ten" : null, rounds_won: 1 },
      {
        seat: 1,
        hand: hand(1, ["seven", "nine"]),
        chosen: viewer === 1 ? "two_hearts" : null,
        rounds_won: 0,
      },
    ],
    piles: [{ name: "discards", cards: ["seven"] }],
    grid: [
      ["x", null],
      [null, "o"],
    ],
    last: { winner: 0, tied: false },
    passed: [],
  };
  return {
    seq: 8,
    viewer,
    table: { ...table, play } as unknown as TableView["table"],
    figures: { leader_seat: 0 },
    toAct: [],
    actions: [],
    skips: [],
    names: {},
  };
}

export function highcardOver(): TableView {
  const view = highcardView("spectator");
  const results = [
    { seat: 0, place: 1, won: true, score: { rounds_won: 2, tie_breaks: 1 } },
    { seat: 1, place: 2, won: false, score: { rounds_won: 1, tie_breaks: 0 } },
  ];
  return { ...view, table: { ...view.table, stage: "over", results } };
}

export const HIGHCARD_ACTIONS = [
  { type: "play_card", card: "seven" },
  { type: "play_card", card: "nine" },
  { type: "bid", amount: 2, against_seat: 0 },
  { type: "pass_round" },
] as const;

const commit = (seq: number, ...events: AnyCommit["events"]): AnyCommit => ({ seq, events });
const event = (type: string, fields: object = {}) => ({ type, ...fields });

export const HIGHCARD_COMMITS: readonly AnyCommit[] = [
  commit(
    4,
    event("game_started"),
    event("hand_dealt", { seat: 0, hand: 3 }),
    event("hand_dealt", { seat: 1, hand: ["seven", "nine"] }),
  ),
  commit(5, event("card_played", { seat: 0, card: "nine", trump: true })),
  commit(6, event("round_ended", { winner: 0, cards: ["nine", "seven"] }), event("deck_shuffled")),
  commit(7, event("game_ended", { reason: "all_rounds_played", results: [] })),
];
