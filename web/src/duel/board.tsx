import { useMemo } from "react";
import type { DuelCommit } from "./news";
import type { DuelFigures } from "../contract/duel_figures";
import type { DuelPieces } from "../contract/duel_pieces";
import type { DuelView } from "../contract/duel_view";
import { coreWords } from "../words/core";
import { useWords } from "../words/lexicon";
import type { BoardProps } from "../table/seen";
import { playerOf } from "../table/status";
import { Ask } from "./ask";
import styles from "./board.module.css";
import { cardsById } from "./card_names";
import { choicesOf, type DuelAction } from "./choices";
import { useDoing } from "./doing";
import { CloserLook } from "./floating";
import { Hand } from "./hand";
import { Middle } from "./middle";
import { useFlights } from "./motion";
import { PhaseBar } from "./phase_bar";
import { Reveals, useReveals } from "./reveals";
import { HandlingContext, SceneContext, type Scene } from "./scene";
import { Side } from "./side";
import { useTeller } from "./telling";
import { tableWords } from "./words";

export type DuelBoardProps = BoardProps<DuelView, DuelFigures, DuelPieces, DuelAction, DuelCommit>;

/** The table of a duel: the opponent above, the own side and hand below. */
export function DuelBoard(props: DuelBoardProps) {
  const t = useWords(tableWords);
  const { play } = props.seen.table;
  if (!play || play.sides.length < 2) return <p>{t("notStarted")}</p>;
  return <Laid {...props} />;
}

function Laid({ seen, pieces, actions, act, sending, news, nameOf }: DuelBoardProps) {
  const core = useWords(coreWords);
  const { table, viewer, figures, seq } = seen;
  const play = table.play!;
  const below = viewer === "spectator" ? 0 : viewer;
  const scene = useMemo<Scene>(() => {
    const index = cardsById(pieces);
    return {
      play,
      pieces,
      figures,
      below,
      own: viewer !== "spectator",
      cardOf: (id) => index.get(id),
      nameOf,
      playerOf: (seat) => playerOf(table, seat, core("seat", { number: seat + 1 })),
    };
  }, [play, pieces, figures, below, viewer, nameOf, table, core]);
  const choices = useMemo(() => choicesOf(actions, below, play.decision), [actions, below, play.decision]);
  const { reveals, dismiss } = useReveals(seq, news, viewer === "spectator" ? null : viewer);
  const send = (action: DuelAction) => {
    dismiss();
    act(action);
  };
  const doing = useDoing(seq, below, choices, send, sending);
  const tell = useTeller({ view: table, nameOf, playerOf: scene.playerOf });
  const ground = useFlights(seq);
  return (
    <SceneContext value={scene}>
      <HandlingContext value={doing.handling}>
        <CloserLook>
          <div ref={ground} className={styles.board}>
            <div className={styles.table}>
              {play.stage === "turn" && <PhaseBar />}
              <Side seat={1 - below} />
              <Middle />
              <Side seat={below} />
            </div>
            <Reveals reveals={reveals} tell={tell} dismiss={dismiss} />
            <div className={styles.tray}>
              <Ask choices={choices} doing={doing} sending={sending} />
              <Hand />
            </div>
          </div>
        </CloserLook>
      </HandlingContext>
    </SceneContext>
  );
}
