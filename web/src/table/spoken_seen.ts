import { useMemo } from "react";
import { spokenName } from "../words/bot_names";
import { coreWords } from "../words/core";
import { useLanguage } from "../words/language";
import { useWords } from "../words/lexicon";
import type { Seen } from "./seen";

/** The table with its bots called in the page's language, so that nobody who shows it has to know. */
export function useSpokenSeen<Any extends Seen | null>(seen: Any): Any {
  const t = useWords(coreWords);
  const language = useLanguage();
  return useMemo(() => {
    if (!seen) return seen;
    const chairs = seen.table.chairs.map((chair) =>
      chair.player ? { ...chair, player: spokenName(t, chair.player) } : chair,
    );
    return { ...seen, table: { ...seen.table, chairs } } as Any;
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `t` is new each time, and changes with the language alone
  }, [seen, language]);
}
