import { levelName, spokenName } from "../words/bot_names";
import { coreWords } from "../words/core";
import { useLanguage } from "../words/language";
import { useWords } from "../words/lexicon";
import type { TableRow } from "./table_board";
import { lobbyWords } from "./words";

/** What is to be said of a table in a list. */
export function useRowWords(): {
  /** Who sits, or shall sit, on a seat; null when nobody does yet. */
  sitter: (row: TableRow, seat: number) => string | null;
  status: (row: TableRow, mySeat?: number) => string;
} {
  const core = useWords(coreWords);
  const t = useWords(lobbyWords);
  const language = useLanguage();
  const sitter = (row: TableRow, seat: number) => {
    const player = row.players[seat];
    if (player) return spokenName(core, player);
    const bot = row.terms.bots?.find((one) => one.seat === seat);
    return bot ? core("botNamed", { name: levelName(core, bot.level) }) : null;
  };
  const together = (row: TableRow, seats: readonly number[]) =>
    new Intl.ListFormat(language).format(seats.map((seat) => sitter(row, seat) ?? t("free")));
  const status = (row: TableRow, mySeat?: number) => {
    if (row.stage === "aborted") return t("closed");
    if (row.stage === "open") {
      const missing = freeSeats(row).length;
      return missing === 0 ? t("botsComing") : t("missing", { count: missing });
    }
    if (row.stage === "over") {
      const winners = (row.results ?? []).filter((result) => result.won).map((result) => result.seat);
      if (winners.length === 0) return t("nobodyWon");
      const players = together(row, winners);
      return winners.length > 1 ? t("wonSeveral", { players }) : t("won", { player: players });
    }
    if (mySeat !== undefined && row.to_act.includes(mySeat)) return t("yourTurn");
    const players = together(row, row.to_act);
    return row.to_act.length > 1 ? t("toMoveSeveral", { players }) : t("toMove", { player: players });
  };
  return { sitter, status };
}

/** Seats that are neither taken nor kept for a bot. */
export function freeSeats(row: TableRow): number[] {
  const bots = new Set(row.terms.bots?.map((bot) => bot.seat));
  return row.players.flatMap((player, seat) => (player === null && !bots.has(seat) ? [seat] : []));
}
