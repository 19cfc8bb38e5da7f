import { renderHook } from "@testing-library/react";
import { Suspense, type ReactNode } from "react";
import { beforeAll, describe, expect, it } from "vitest";
import { settle } from "../testing/settle";
import { events, nameOf, positions } from "../testing/duel/positions";
import { LANGUAGES, LanguageContext, type Language } from "../words/language";
import type { DuelEvent } from "./types";
import { SILENT_EVENTS, useNarrator } from "./narration";
import { narrationWords } from "./words";

/** Events narrated by the table. */
const TABLE_EVENTS = ["table_opened", "seat_taken", "game_started"];

/** Events that no recorded game contains. */
const RARE_EVENTS: DuelEvent[] = [
  { type: "leaders_drawn", leaders: ["aqua", null] },
  { type: "card_cancelled", seat: 0, card: "vulca-32", by: "inter-403" },
  { type: "cards_recycled", seat: 0, cards: ["vulca-17"], source: "table" },
  { type: "condition_waived", seat: 1, card: "mutant-101" },
  { type: "choice_made", seat: 0, choice: { text: "aqua-12", card: "aqua-02", ignored: false } },
];

async function loadNarrator(language: Language) {
  await narrationWords.load(language);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <LanguageContext value={language}>
      <Suspense>{children}</Suspense>
    </LanguageContext>
  );
  const context = {
    table: positions["over"]!.view.table,
    nameOf,
    playerOf: (seat: number) => ["Amber", "Basalt"][seat]!,
  };
  let hook!: ReturnType<typeof renderHook<ReturnType<typeof useNarrator>, unknown>>;
  await settle(() => {
    hook = renderHook(() => useNarrator(context), { wrapper });
  });
  return hook.result.current;
}

describe.each(LANGUAGES)("narration in %s", (language) => {
  let narrate: Awaited<ReturnType<typeof loadNarrator>>;
  beforeAll(async () => {
    narrate = await loadNarrator(language);
  });

  it("has a sentence for every event, except the silent ones", () => {
    for (const event of [...Object.values(events), ...RARE_EVENTS]) {
      if (TABLE_EVENTS.includes(event.type)) continue;
      const sentence = narrate(event);
      if (SILENT_EVENTS.includes(event.type)) expect(sentence, event.type).toBeNull();
      else expect(sentence, event.type).toMatch(/^\S.*[.?]$/);
    }
  });

  it("fills every placeholder", () => {
    for (const event of [...Object.values(events), ...RARE_EVENTS]) {
      expect(narrate(event) ?? "", event.type).not.toMatch(/[{}|#]|undefined/);
    }
  });
});
