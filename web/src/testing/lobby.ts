import type { CatalogueResponse } from "../contract/gateway";
import type { TableRow } from "../contract/live";

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
    terms: {
      clock: null,
      time_out: "resign",
      skips_max: 3,
      takebacks: true,
      spectators: "welcome",
      spectator_delay_seconds: 0,
      bots: [{ seat: 1, level: "builder" }],
      autostart: true,
      listed: true,
      platform: "",
    },
    results: [],
    reason: "",
    external_id: null,
    ...change,
  };
}

export const CATALOGUE: CatalogueResponse = {
  games: [
    {
      id: "city",
      rules: "city/1",
      versions: [{ rules: "city/1", amendments: [] }],
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
      versions: [{ rules: "duel/1", amendments: [] }],
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
