import type { OptionsProblem } from "../../contract/gateway";
import { useEffect, useState } from "react";
import type { DuelDeckList } from "../../contract/duel";
import { gateway, withRetry } from "../../gateway/calls";
import { pause } from "../../gateway/pause";
import { deckList } from "./deck";

/** A problem of a deck, as reported by the gateway. */
export type DeckProblem = OptionsProblem;

export interface DeckCheck {
  /** `checking` keeps the problems of the deck before the last change. */
  state: "checking" | "checked" | "unavailable";
  problems: readonly DeckProblem[];
}

/** Adding several cards in a row causes one check. */
const DEBOUNCE_MS = 250;
/** A legal opponent deck, needed by the check. */
const OTHER_DECK = "vulca";

/** Check a deck with the gateway after every change. */
export function useDeckCheck(deck: DuelDeckList): DeckCheck {
  const deckJson = JSON.stringify(deckList(deck));
  const [result, setResult] = useState<{ deckJson: string; check: DeckCheck } | null>(null);
  useEffect(() => {
    const abortController = new AbortController();
    const { signal } = abortController;
    const report = (check: DeckCheck) => !signal.aborted && setResult({ deckJson, check });
    const reportUnavailable = () => report({ state: "unavailable", problems: [] });
    pause(DEBOUNCE_MS, signal)
      .then(() => fetchProblems(JSON.parse(deckJson) as DuelDeckList, signal, reportUnavailable))
      .then((problems) => report({ state: "checked", problems }))
      .catch(reportUnavailable);
    return () => abortController.abort();
  }, [deckJson]);
  if (result?.deckJson === deckJson) return result.check;
  return { state: "checking", problems: result?.check.problems ?? [] };
}

/** Fetch problems, retrying until the gateway responds. */
async function fetchProblems(
  deck: DuelDeckList,
  signal: AbortSignal,
  onUnavailable: () => void,
): Promise<DeckProblem[]> {
  const sendCheck = () =>
    gateway.POST("/v1/games/{game}/check", {
      params: { path: { game: "duel" } },
      body: { options: { decks: [deck, OTHER_DECK] } },
      signal,
    });
  const { problems } = await withRetry(sendCheck, signal, (reason) => reason !== null && onUnavailable());
  return problems;
}
