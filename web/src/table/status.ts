import { coreWords } from "../words/core";
import { useLanguage } from "../words/language";
import { useWords } from "../words/lexicon";
import type { AnyView, Seen } from "./seen";
import { toAct } from "./to_act";

export function playerOf(table: AnyView, seat: number, empty: string): string {
  return table.chairs[seat]?.player ?? empty;
}

/** Whose turn it is, in a sentence and in two words for the tab. */
export function useStatus(seen: Seen): { long: string; short: string; mine: boolean } {
  const t = useWords(coreWords);
  const language = useLanguage();
  const { table, viewer } = seen;
  if (table.stage === "open")
    return { long: t("waitingForPlayers"), short: t("waitingForPlayers"), mine: false };
  if (table.stage === "over") return { long: t("over"), short: t("over"), mine: false };
  if (table.stage === "aborted") return { long: t("aborted"), short: t("aborted"), mine: false };
  const seats = toAct(table);
  if (typeof viewer === "number" && seats.includes(viewer)) {
    return { long: t("yourTurn"), short: `● ${t("yourTurn")}`, mine: true };
  }
  const players = seats.map((seat) => playerOf(table, seat, t("emptySeat")));
  const together = new Intl.ListFormat(language).format(players);
  const long =
    players.length > 1 ? t("turnOfSeveral", { players: together }) : t("turnOf", { player: together });
  return { long, short: long, mine: false };
}
