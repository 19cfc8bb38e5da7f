import { useMemo } from "react";
import type { DuelCommit } from "./types";
import type { DuelFigures, DuelPieces, DuelView } from "../contract/duel";
import { coreWords } from "../words/core";
import { useTranslate } from "../words/messages";
import type { BoardProps } from "../table/table_view";
import { playerOf } from "../table/status";
import { ActionPanel } from "./action_panel";
import styles from "./board.module.css";
import { cardsById } from "./card_names";
import { choicesOf, type DuelAction } from "./choices";
import { useSelection } from "./selection";
import { PreviewProvider } from "./preview";
import { Hand } from "./hand";
import { Middle } from "./middle";
import { useCardFlights } from "./card_flights";
import { PhaseBar } from "./phase_bar";
import { Reveals, useReveals } from "./reveals";
import { CardSelectionContext, SceneContext, type Scene } from "./scene";
import { Side } from "./side";
import { useNarrator } from "./narration";
import { tableWords } from "./words";

export type DuelBoardProps = BoardProps<DuelView, DuelFigures, DuelPieces, DuelAction, DuelCommit>;

/** The board of a duel: opponent above, own side and hand below. */
export function DuelBoard(props: DuelBoardProps) {
  const t = useTranslate(tableWords);
  const { play } = props.view.table;
  if (!play || play.sides.length < 2) return <p>{t("notStarted")}</p>;
  return <Board {...props} />;
}

function Board({ view, pieces, actions, act, sending, news, nameOf }: DuelBoardProps) {
  const coreT = useTranslate(coreWords);
  const { table, viewer, figures, seq } = view;
  const play = table.play!;
  const below = viewer === "spectator" ? 0 : viewer;
  const scene = useMemo<Scene>(() => {
    const index = cardsById(pieces);
    return {
      play,
      pieces,
      figures,
      below,
      isPlayer: viewer !== "spectator",
      cardOf: (id) => index.get(id),
      nameOf,
      playerOf: (seat) => playerOf(table, seat, coreT("seat", { number: seat + 1 })),
    };
  }, [play, pieces, figures, below, viewer, nameOf, table, coreT]);
  const choices = useMemo(() => choicesOf(actions, below, play.decision), [actions, below, play.decision]);
  const { reveals, dismiss } = useReveals(seq, news, viewer === "spectator" ? null : viewer);
  const send = (action: DuelAction) => {
    dismiss();
    act(action);
  };
  const selection = useSelection(seq, below, choices, send, sending);
  const narrate = useNarrator({ table, nameOf, playerOf: scene.playerOf });
  const boardRef = useCardFlights(seq);
  return (
    <SceneContext value={scene}>
      <CardSelectionContext value={selection.cardSelection}>
        <PreviewProvider>
          <div ref={boardRef} className={styles.board}>
            <div className={styles.table}>
              {play.stage === "turn" && <PhaseBar />}
              <Side seat={1 - below} />
              <Middle />
              <Side seat={below} />
            </div>
            <Reveals reveals={reveals} narrate={narrate} dismiss={dismiss} />
            <div className={styles.tray}>
              <ActionPanel choices={choices} selection={selection} sending={sending} />
              <Hand />
            </div>
          </div>
        </PreviewProvider>
      </CardSelectionContext>
    </SceneContext>
  );
}
