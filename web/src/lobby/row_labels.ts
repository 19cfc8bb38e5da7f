import type { TableRow } from "../contract/live";
import { levelName, displayName } from "../words/bot_names";
import { coreWords } from "../words/core";
import { useLanguage } from "../words/language";
import { useTranslate } from "../words/messages";
import { lobbyWords } from "./words";

/** Labels of a table in a list. */
export function useRowLabels(): {
  /** Name of a seat's player or reserved bot; null for a free seat. */
  occupantOf: (row: TableRow, seat: number) => string | null;
  status: (row: TableRow, mySeat?: number) => string;
} {
  const coreT = useTranslate(coreWords);
  const t = useTranslate(lobbyWords);
  const language = useLanguage();
  const occupantOf = (row: TableRow, seat: number) => {
    const player = row.players[seat];
    if (player) return displayName(coreT, player);
    const bot = row.terms.bots?.find((reserved) => reserved.seat === seat);
    return bot ? coreT("botNamed", { name: levelName(coreT, bot.level) }) : null;
  };
  const nameList = (row: TableRow, seats: readonly number[]) =>
    new Intl.ListFormat(language).format(seats.map((seat) => occupantOf(row, seat) ?? t("emptySeat")));
  const status = (row: TableRow, mySeat?: number) => {
    if (row.stage === "aborted") return t("closed");
    if (row.stage === "voided") return t("voided");
    if (row.stage === "open") {
      const freeCount = freeSeats(row).length;
      return freeCount === 0 ? t("waitingForBots") : t("waitingForPlayers", { count: freeCount });
    }
    if (row.stage === "over") {
      const winners = (row.results ?? []).filter((result) => result.won).map((result) => result.seat);
      if (winners.length === 0) return t("draw");
      const players = nameList(row, winners);
      return winners.length > 1 ? t("wonSeveral", { players }) : t("won", { player: players });
    }
    if (mySeat !== undefined && row.to_act.includes(mySeat)) return t("yourTurn");
    const players = nameList(row, row.to_act);
    return row.to_act.length > 1 ? t("turnOfSeveral", { players }) : t("turnOf", { player: players });
  };
  return { occupantOf, status };
}

/** Return seats that are neither taken nor reserved for a bot. */
export function freeSeats(row: TableRow): number[] {
  const bots = new Set(row.terms.bots?.map((bot) => bot.seat));
  return row.players.flatMap((player, seat) => (player === null && !bots.has(seat) ? [seat] : []));
}
