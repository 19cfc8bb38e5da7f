import { useEffect, useRef } from "react";
import type { AnyEvent, Face } from "../faces/face";
import { Panel } from "../look/controls";
import { spokenName } from "../words/bot_names";
import { coreWords } from "../words/core";
import { useLanguage } from "../words/language";
import { useWords } from "../words/lexicon";
import type { AnyCommit, Seen } from "./seen";
import { playerOf } from "./status";
import styles from "./table.module.css";

export interface Telling {
  face: Face;
  nameOf: (id: string) => string;
}

/** What happened, in plain words, the newest at the bottom and in sight. */
export function Log({
  history,
  complete,
  seen,
  telling,
  at,
  onPick,
}: {
  history: readonly AnyCommit[];
  complete: boolean;
  seen: Seen;
  telling: Telling;
  /** In a replay: the version that is shown. */
  at?: number;
  /** In a replay: somebody wants to see the moment of a line. */
  onPick?: (seq: number) => void;
}) {
  const t = useWords(coreWords);
  const tell = useTellerOfAll(seen, telling);
  const list = useRef<HTMLOListElement>(null);
  const last = at ?? history.at(-1)?.seq;
  useEffect(() => {
    const shown = list.current?.querySelector("[data-now=true]") ?? list.current?.lastElementChild;
    if (shown && list.current)
      list.current.scrollTop = (shown as HTMLElement).offsetTop - list.current.clientHeight / 2;
  }, [last]);
  const language = useLanguage();
  const voice = [language, ...seen.table.chairs.map((chair) => chair.player)].join("|");
  const lines = history.flatMap((commit) =>
    linesOf(commit, voice, tell).map((line, index) => ({
      key: `${commit.seq}.${index}`,
      seq: commit.seq,
      line,
    })),
  );
  return (
    <Panel className={styles.log}>
      <h2>{t("log")}</h2>
      {lines.length === 0 && <p className={styles.soft}>{complete ? t("logEmpty") : t("loading")}</p>}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keys */}
      <ol ref={list} tabIndex={0} aria-live={at === undefined ? "polite" : undefined} aria-label={t("log")}>
        {lines.map(({ key, seq, line }) => (
          <li key={key} data-now={seq === at} data-later={at !== undefined && seq > at}>
            {onPick ? <button onClick={() => onPick(seq)}>{line}</button> : line}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

const told = new WeakMap<AnyCommit, { voice: string; lines: readonly string[] }>();

/** Told once in a voice, which is a language and the players' names: a replay shows them at every step. */
function linesOf(
  commit: AnyCommit,
  voice: string,
  tell: (event: AnyEvent) => string | null,
): readonly string[] {
  const known = told.get(commit);
  if (known?.voice === voice) return known.lines;
  const lines = commit.events.map((event) => tell(event)).filter((line) => line !== null);
  told.set(commit, { voice, lines });
  return lines;
}

/** The table's own events are told here, the game's by its face. */
export function useTellerOfAll(seen: Seen, { face, nameOf }: Telling): (event: AnyEvent) => string | null {
  const t = useWords(coreWords);
  const { table } = seen;
  const name = (seat: number) => playerOf(table, seat, t("seat", { number: seat + 1 }));
  const tellPlay = face.useTeller({ view: table, nameOf, playerOf: name });
  return (event) => {
    switch (event.type) {
      case "seat_taken":
        return t("toldSeatTaken", { player: spokenName(t, event.player) });
      case "seat_left":
        return t("toldSeatLeft", { player: name(event.seat) });
      case "game_started":
        return t("toldGameStarted");
      case "seat_resigned":
        return t("toldSeatResigned", { player: name(event.seat) });
      case "time_ran_out":
        return t("toldTimeRanOut", { player: name(event.seat) });
      case "takeback_asked":
        return t("toldTakebackAsked", { player: name(event.seat) });
      case "takeback_answered":
        return t(event.agree ? "toldTakebackAgreed" : "toldTakebackRefused", { player: name(event.seat) });
      case "takeback_lapsed":
        return t("toldTakebackLapsed");
      case "taken_back":
        return t("toldTakenBack", { player: name(event.seat) });
      case "table_aborted":
        return t("toldTableAborted");
      case "table_opened":
      case "clocks_set":
      case "turn_kept":
        return null;
      default:
        return tellPlay(event);
    }
  };
}
