import { renderHook } from "@testing-library/react";
import { act, Suspense, type ReactNode } from "react";
import { beforeAll, describe, expect, it } from "vitest";
import { events, nameOf, positions } from "../testing/duel/positions";
import { LANGUAGES, LanguageContext, type Language } from "../words/language";
import type { DuelEvent } from "./news";
import { UNTOLD, useTeller } from "./telling";
import { tellingWords } from "./words";

/** Told by the table itself, whatever is played. */
const OF_THE_TABLE = ["table_opened", "seat_taken", "game_started"];

/** Events that no recorded game has: their cards are known in part, or their moment is rare. */
const RARE: DuelEvent[] = [
  { type: "card_cancelled", seat: 0, card: "vulca-32", by: "inter-403" },
  { type: "cards_recycled", seat: 0, cards: ["vulca-17"], source: "table" },
  { type: "condition_waived", seat: 1, card: "mutant-101" },
  { type: "choice_made", seat: 0, choice: { text: "aqua-12", card: "aqua-02", ignored: false } },
];

async function teller(language: Language) {
  await tellingWords.words(language);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <LanguageContext value={language}>
      <Suspense>{children}</Suspense>
    </LanguageContext>
  );
  const scene = {
    view: positions["over"]!.seen.table,
    nameOf,
    playerOf: (seat: number) => ["Amber", "Basalt"][seat]!,
  };
  let hook!: ReturnType<typeof renderHook<ReturnType<typeof useTeller>, unknown>>;
  await act(async () => {
    hook = renderHook(() => useTeller(scene), { wrapper });
  });
  return hook.result.current;
}

describe.each(LANGUAGES)("the story in %s", (language) => {
  let tell: Awaited<ReturnType<typeof teller>>;
  beforeAll(async () => {
    tell = await teller(language);
  });

  it("has a sentence for every event that needs one", () => {
    for (const event of [...Object.values(events), ...RARE]) {
      if (OF_THE_TABLE.includes(event.type)) continue;
      const said = tell(event);
      if (UNTOLD.includes(event.type)) expect(said, event.type).toBeNull();
      else expect(said, event.type).toMatch(/^\S.*[.?]$/);
    }
  });

  it("leaves no gap unfilled", () => {
    for (const event of [...Object.values(events), ...RARE]) {
      expect(tell(event) ?? "", event.type).not.toMatch(/[{}|#]|undefined/);
    }
  });
});
