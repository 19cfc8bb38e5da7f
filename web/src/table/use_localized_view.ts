import { useMemo } from "react";
import { displayName } from "../words/bot_names";
import { coreWords } from "../words/core";
import { useLanguage } from "../words/language";
import { useTranslate } from "../words/messages";
import type { TableView } from "./table_view";

/** Translate the names of bots in a view. */
export function useLocalizedView<Any extends TableView | null>(view: Any): Any {
  const t = useTranslate(coreWords);
  const language = useLanguage();
  return useMemo(() => {
    if (!view) return view;
    const seats = view.table.seats.map((seat) =>
      seat.player ? { ...seat, player: displayName(t, seat.player) } : seat,
    );
    return { ...view, table: { ...view.table, seats } };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `t` is new each time, and changes with the language alone
  }, [view, language]);
}
