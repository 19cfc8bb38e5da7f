import { useEffect, useState } from "react";
import type { DeckList } from "../contract/duel_pieces";
import { gateway, patiently, type Schemas } from "../gateway/calls";
import { pause } from "../gateway/pause";
import { deckList } from "./deck";

/** Something that is wrong with a deck, as the gateway tells it. */
export type Fault = Schemas["OptionsProblem"];

export interface Verdict {
  /** `asking` keeps the faults of the deck before the last change. */
  state: "asking" | "known" | "unavailable";
  faults: readonly Fault[];
}

/** Whoever adds five cards in a row is told once. */
const SETTLED_MS = 250;
/** A deck to sit on the other side; every one of the nine is legal. */
const OTHER_DECK = "vulca";

/** Asks the gateway whether a deck may be played with, again after every change. */
export function useVerdict(deck: DeckList): Verdict {
  const asked = JSON.stringify(deckList(deck));
  const [told, setTold] = useState<{ asked: string; verdict: Verdict } | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const tell = (verdict: Verdict) => !signal.aborted && setTold({ asked, verdict });
    const away = () => tell({ state: "unavailable", faults: [] });
    pause(SETTLED_MS, signal)
      .then(() => faultsOf(JSON.parse(asked) as DeckList, signal, away))
      .then((faults) => tell({ state: "known", faults }))
      .catch(away);
    return () => leaving.abort();
  }, [asked]);
  if (told?.asked === asked) return told.verdict;
  return { state: "asking", faults: told?.verdict.faults ?? [] };
}

/** Asks until there is an answer; `away` is called when there is none yet. */
async function faultsOf(deck: DeckList, signal: AbortSignal, away: () => void): Promise<Fault[]> {
  const ask = () =>
    gateway.POST("/v1/games/{kind}/check", {
      params: { path: { kind: "duel" } },
      body: { options: { decks: [deck, OTHER_DECK] } },
      signal,
    });
  const { problems } = await patiently(ask, signal, (reason) => reason !== null && away());
  return problems;
}
