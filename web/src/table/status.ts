import { coreWords } from "../words/core";
import { useLanguage } from "../words/language";
import { useTranslate } from "../words/messages";
import type { AnyView, TableView } from "./table_view";

export function playerOf(table: AnyView, seat: number, emptyLabel: string): string {
  return table.seats[seat]?.player ?? emptyLabel;
}

/** Whose turn it is, as a sentence and as a short form for the tab. */
export function useStatus(view: TableView): {
  long: string;
  short: string;
  isMyTurn: boolean;
} {
  const t = useTranslate(coreWords);
  const language = useLanguage();
  const { table, viewer, toAct: seats } = view;
  if (table.stage === "open")
    return { long: t("waitingForPlayers"), short: t("waitingForPlayers"), isMyTurn: false };
  if (table.stage === "over") return { long: t("over"), short: t("over"), isMyTurn: false };
  if (table.stage === "aborted") return { long: t("aborted"), short: t("aborted"), isMyTurn: false };
  if (table.stage === "voided") return { long: t("voided"), short: t("voided"), isMyTurn: false };
  if (typeof viewer === "number" && seats.includes(viewer)) {
    return { long: t("yourTurn"), short: `● ${t("yourTurn")}`, isMyTurn: true };
  }
  const players = seats.map((seat) => playerOf(table, seat, t("emptySeat")));
  const playerList = new Intl.ListFormat(language).format(players);
  const long =
    players.length > 1 ? t("turnOfSeveral", { players: playerList }) : t("turnOf", { player: playerList });
  return { long, short: long, isMyTurn: false };
}
