import { useEffect, useRef } from "react";
import type { GameUi } from "../game_ui/game_ui";
import { Panel } from "../ui/controls";
import { displayName } from "../words/bot_names";
import { coreWords } from "../words/core";
import { useLanguage } from "../words/language";
import { useTranslate } from "../words/messages";
import type { AnyCommit, AnyEvent, TableEvent, TableView } from "./table_view";
import { playerOf } from "./status";
import styles from "./table.module.css";

export interface Narration {
  gameUi: GameUi;
  nameOf: (id: string) => string;
}

/** The narrated history, scrolled to the newest entry. */
export function Log({
  history,
  isComplete,
  view,
  narration,
  currentSeq,
  onSelect,
}: {
  history: readonly AnyCommit[];
  isComplete: boolean;
  view: TableView;
  narration: Narration;
  /** In a replay: the seq shown. */
  currentSeq?: number;
  /** In a replay: called with the seq of a selected line. */
  onSelect?: (seq: number) => void;
}) {
  const t = useTranslate(coreWords);
  const narrate = useTableNarrator(view, narration);
  const list = useRef<HTMLOListElement>(null);
  const isLive = currentSeq === undefined;
  const last = currentSeq ?? history.at(-1)?.seq;
  useEffect(() => {
    const shown = list.current?.querySelector("[data-now=true]") ?? list.current?.lastElementChild;
    if (shown && list.current)
      list.current.scrollTop = (shown as HTMLElement).offsetTop - list.current.clientHeight / 2;
  }, [last]);
  const language = useLanguage();
  const cacheKey = [language, ...view.table.seats.map((seat) => seat.player)].join("|");
  const lines = history.flatMap((commit) =>
    narrateCommit(commit, cacheKey, narrate).map((line, index) => ({
      key: `${commit.seq}.${index}`,
      seq: commit.seq,
      line,
    })),
  );
  return (
    <Panel className={styles.log}>
      <h2>{t("log")}</h2>
      {lines.length === 0 && <p className={styles.soft}>{isComplete ? t("logEmpty") : t("loading")}</p>}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keys */}
      <ol ref={list} tabIndex={0} aria-live={isLive ? "polite" : undefined} aria-label={t("log")}>
        {lines.map(({ key, seq, line }) => (
          <li
            key={key}
            data-now={seq === currentSeq}
            data-later={currentSeq !== undefined && seq > currentSeq}
          >
            {onSelect ? <button onClick={() => onSelect(seq)}>{line}</button> : line}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

const narratedLines = new WeakMap<AnyCommit, { cacheKey: string; lines: readonly string[] }>();

/** Narrate a commit. Cached by language and player names, because a replay shows all lines at every step. */
function narrateCommit(
  commit: AnyCommit,
  cacheKey: string,
  narrate: (event: AnyEvent) => string | null,
): readonly string[] {
  const cached = narratedLines.get(commit);
  if (cached?.cacheKey === cacheKey) return cached.lines;
  const lines = commit.events.map((event) => narrate(event)).filter((line) => line !== null);
  narratedLines.set(commit, { cacheKey, lines });
  return lines;
}

/** Narrate events: those of the table here, those of the game by its UI. */
export function useTableNarrator(
  view: TableView,
  { gameUi, nameOf }: Narration,
): (event: AnyEvent) => string | null {
  const t = useTranslate(coreWords);
  const { table } = view;
  const name = (seat: number) => playerOf(table, seat, t("seat", { number: seat + 1 }));
  const narratePlay = gameUi.useNarrator({ table, nameOf, playerOf: name });
  return (anyEvent) => {
    const event = anyEvent as TableEvent;
    switch (event.type) {
      case "seat_taken":
        return t("eventSeatTaken", { player: displayName(t, view.names[event.player] ?? name(event.seat)) });
      case "seat_left":
        return t("eventSeatLeft", { player: name(event.seat) });
      case "game_started":
        return t("eventGameStarted");
      case "seat_resigned":
        return t("eventSeatResigned", { player: name(event.seat) });
      case "time_ran_out":
        return t("eventTimeRanOut", { player: name(event.seat) });
      case "takeback_asked":
        return t("eventTakebackAsked", { player: name(event.seat) });
      case "takeback_answered":
        return t(event.agree ? "eventTakebackAgreed" : "eventTakebackRefused", { player: name(event.seat) });
      case "takeback_lapsed":
        return t("eventTakebackLapsed");
      case "taken_back":
        return t("eventTakenBack", { player: name(event.seat) });
      case "table_aborted":
        return t("eventTableAborted");
      case "table_voided":
        return t("eventTableVoided", { reason: event.reason });
      case "table_opened":
      case "sitting_renewed":
      case "clocks_set":
      case "turn_kept":
        return null;
      default:
        return narratePlay(anyEvent);
    }
  };
}
