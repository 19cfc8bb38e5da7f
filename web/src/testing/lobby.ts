import type { Schemas } from "../gateway/calls";

export type TableRow = Schemas["TableRow"];

/** A listed two-player table in the middle of a game. */
export function tableRow(change: Partial<TableRow> = {}): TableRow {
  return {
    table: "t1",
    game: "city",
    rules: "city/1",
    stage: "playing",
    player_ids: ["amber", "builder-bot"],
    players: ["Amber", "builder bot"],
    to_act: [0],
    seq: 10,
    opened_at: 1_000,
    updated_at: 2_000,
    deadline: null,
    options: {},
    terms: { bots: [{ seat: 1, level: "builder" }], listed: true, spectators: "welcome" },
    results: [],
    reason: "",
    ...change,
  };
}

export const CATALOGUE: Schemas["CatalogueResponse"] = {
  games: [
    {
      id: "city",
      rules: "city/1",
      names: { en: "Blue Moon City", de: "Blue Moon City" },
      languages: ["en", "de"],
      seats: [2, 3, 4],
      options: {},
      bots: ["random", "builder", "planner"],
      default_bot: "builder",
      words: {},
    },
    {
      id: "duel",
      rules: "duel/1",
      names: { en: "Blue Moon" },
      languages: ["en"],
      seats: [2],
      options: {},
      bots: ["random", "duelist"],
      default_bot: "duelist",
      words: {},
    },
  ],
  terms: {},
};
