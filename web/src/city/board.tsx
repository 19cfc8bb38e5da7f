import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { usePreferences } from "../ui/preferences";
import { coreWords } from "../words/core";
import { useTranslate } from "../words/messages";
import { NextSteps, TurnStatus } from "./turn_status";
import { CardPanel } from "./card_panel";
import {
  stepBack,
  selectBox,
  toggleDiscard,
  NO_SELECTION,
  useSelection,
  toggleRequiredCard,
  type Selection,
} from "./selection";
import { useActionQueue } from "./action_queue";
import { Hand } from "./hand";
import { useRestoredFocus } from "../ui/use_restored_focus";
import { Legal } from "./legal";
import { Legend } from "./legend";
import { CityMap } from "./map";
import { Obelisk } from "./obelisk";
import { highlightsOf, useNewsAnimation } from "./news_animation";
import { PaymentPanel } from "./payment_panel";
import { SeatsTable } from "./seats_table";
import { usePlots } from "./plots";
import { LabelsContext, createLabels } from "./labels";
import { Supplies } from "./supplies";
import { SwapPanel } from "./swap_panel";
import { narrateEvent } from "./narration";
import { TilePanel } from "./tile_panel";
import { turnEvents } from "./turn_events";
import type { Action, Card, CityBoardProps, CityState, Tile } from "./types";
import { useCityWords } from "./words";
import styles from "./board.module.css";
import "./tokens.css";

export type { CityBoardProps };

export function CityBoard(props: CityBoardProps) {
  const { play } = props.view.table;
  return play && <Board {...props} play={play} />;
}

function Board({
  view,
  play,
  pieces,
  actions,
  act,
  sending,
  news,
  history,
  nameOf,
}: CityBoardProps & { play: CityState }) {
  const { t, language } = useCityWords();
  const coreT = useTranslate(coreWords);
  const { animations } = usePreferences();
  const { table, figures, viewer } = view;
  const seat = viewer === "spectator" ? null : viewer;
  const labels = createLabels(
    t,
    language,
    nameOf,
    (number) => table.seats[number]?.player ?? coreT("seat", { number: number + 1 }),
  );

  const cards = useMemo(() => new Map(pieces.cards.map((piece) => [piece.id, piece])), [pieces]);
  const plots = usePlots(play, pieces, figures);
  const legal = useMemo(() => new Legal(actions, cards), [actions, cards]);
  const highlights = useMemo(() => highlightsOf(news, seat), [news, seat]);
  const setUp = pieces.setups.find((candidate) => candidate.players === play.seats.length);
  const ownSeat = seat === null ? null : (play.seats[seat] ?? null);
  const hand = useMemo(() => (ownSeat && typeof ownSeat.hand !== "number" ? ownSeat.hand : []), [ownSeat]);
  const here = ownSeat?.figure ?? null;
  const isMyTurn = seat !== null && play.turn.seat === seat && !play.over;

  const [selection, setSelection] = useSelection(legal, hand);
  const sendAll = useActionQueue(view.seq, actions, sending, act);
  const swapsLeft = pieces.discards_max - play.turn.discarded;
  const animation = useNewsAnimation(news, play, animations);
  const currentTurnEvents = useMemo(() => turnEvents(history, view.seq), [history, view.seq]);
  const [legendOpen, setLegendOpen] = useState(false);

  const card = selection.type === "card" ? selection.card : null;
  const chosenTile = "tile" in selection ? selection.tile : null;
  const lit = useMemo(() => {
    const tiles = legal.targets(card);
    if (card === null && here && (legal.boxes().length > 0 || legal.offers().length > 0))
      tiles.set(here, "near");
    return tiles;
  }, [legal, card, here]);

  const send = (action: Action) => {
    if (sending) return;
    act(action);
    if (selection.type === "card")
      setSelection(selection.tile ? { type: "tile", tile: selection.tile } : NO_SELECTION);
  };

  /** The first click on a tile selects it, the second one performs its default action. */
  const onPoint = (tile: Tile) => {
    const isSecondClick = chosenTile === tile && selection.type !== "box";
    const first = isSecondClick ? defaultActionAt(legal, tile, card, here) : null;
    if (first?.type === "action") send(first.action);
    else if (first?.type === "box") setSelection(selectBox(legal, tile, first.box));
    else if (card && legal.movesTo(tile, card).length > 0) setSelection({ type: "card", card, tile });
    else setSelection(isSecondClick ? NO_SELECTION : { type: "tile", tile });
  };
  const onCard = (clickedCard: Card) => {
    if (selection.type === "box") setSelection(toggleRequiredCard(selection, clickedCard, legal));
    else if (selection.type === "swap") setSelection(toggleDiscard(selection, clickedCard, hand, swapsLeft));
    else setSelection(card === clickedCard ? NO_SELECTION : { type: "card", card: clickedCard, tile: null });
  };
  useEscape(selection, setSelection);
  const content = useRef<HTMLDivElement>(null);
  useRestoredFocus(content);

  const skip = animation.playing ? animation.skip : undefined;
  const chosenPlot = plots.find((plot) => plot.tile === chosenTile);
  const chosenPiece = card && cards.get(card);
  const caption = animation.event ? narrateEvent(labels, animation.event) : null;

  return (
    <LabelsContext value={labels}>
      <div className={styles.board} onPointerDownCapture={skip} onKeyDownCapture={skip}>
        <div className={styles.mapArea}>
          <CityMap
            play={play}
            plots={plots}
            lit={lit}
            payable={legal.boxes()}
            chosen={chosenTile}
            piecePositions={animation.pieces}
            highlights={highlights}
            home={here ?? "courtyard"}
            onPoint={onPoint}
          />
          {caption && (
            <p className={styles.caption} aria-hidden="true">
              {caption}
            </p>
          )}
        </div>
        <div className={styles.dock}>
          <section className={styles.panel} aria-label={t("panel")}>
            <TurnStatus
              play={play}
              isMyTurn={isMyTurn}
              onBack={selection.type === "nothing" ? null : () => setSelection(stepBack(selection))}
              onLegend={() => setLegendOpen(true)}
            />
            <div ref={content} className={styles.content}>
              {selection.type === "box" ? (
                <PaymentPanel
                  key={selection.box}
                  selection={selection}
                  box={chosenPlot?.printed?.boxes[selection.box]}
                  legal={legal}
                  cards={cards}
                  sending={sending}
                  onChoose={(payment) => setSelection({ ...selection, payment })}
                  onPay={() => send(selection.payment)}
                />
              ) : selection.type === "swap" ? (
                <SwapPanel
                  marked={selection.cards}
                  maxMarked={swapsLeft}
                  draws={figures?.draws ?? null}
                  cards={cards}
                  skips={view.skips.find((skip) => skip.action === "discard")?.phases ?? []}
                  sending={sending}
                  onSwap={() => {
                    sendAll([
                      ...selection.cards.map((card) => ({ type: "discard", card }) as const),
                      { type: "draw" },
                    ]);
                    setSelection(NO_SELECTION);
                  }}
                />
              ) : chosenPlot ? (
                <TilePanel
                  plot={chosenPlot}
                  play={play}
                  pieces={pieces}
                  figures={figures}
                  legal={legal}
                  card={card}
                  here={chosenPlot.tile === here}
                  sending={sending}
                  act={send}
                  onBox={(box) => setSelection(selectBox(legal, chosenPlot.tile, box))}
                />
              ) : chosenPiece ? (
                <CardPanel
                  piece={chosenPiece}
                  pieces={pieces}
                  figures={figures}
                  legal={legal}
                  sending={sending}
                  act={send}
                  onBox={(box) => here && setSelection(selectBox(legal, here, box, [chosenPiece.id]))}
                />
              ) : (
                legal.hasActions && (
                  <NextSteps
                    legal={legal}
                    here={here}
                    pieces={pieces}
                    figures={figures}
                    sending={sending}
                    act={send}
                    onSwap={() => setSelection({ type: "swap", cards: [] })}
                    onBuild={() => here && setSelection({ type: "tile", tile: here })}
                  />
                )
              )}
            </div>
            {currentTurnEvents.length > 0 && selection.type === "nothing" && (
              // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keys
              <ul className={styles.turnEvents} aria-label={t("thisTurn")} tabIndex={0}>
                {currentTurnEvents.map((event, index) => {
                  const sentence = narrateEvent(labels, event);
                  return sentence && <li key={index}>{sentence}</li>;
                })}
              </ul>
            )}
          </section>
          {ownSeat && typeof ownSeat.hand !== "number" && (
            <Hand
              hand={hand}
              aside={typeof ownSeat.aside === "number" ? ownSeat.aside : ownSeat.aside.length}
              cards={cards}
              pieces={pieces}
              selection={selection}
              legal={legal}
              newCards={highlights.cards}
              onCard={onCard}
            />
          )}
        </div>
        <section className={styles.beside} aria-label={t("beside")}>
          <SeatsTable
            play={play}
            figures={figures}
            offeringsToWin={setUp?.offerings_to_win ?? null}
            viewer={seat}
          />
          <div className={styles.around}>
            {setUp && <Obelisk costs={setUp.obelisk} stones={play.obelisk} newSpaces={highlights.spaces} />}
            <Supplies play={play} scales={setUp?.scales ?? null} cards={cards} />
          </div>
        </section>
        {legendOpen && <Legend pieces={pieces} onClose={() => setLegendOpen(false)} />}
      </div>
    </LabelsContext>
  );
}

type DefaultAction = { type: "action"; action: Action } | { type: "box"; box: number };

/** Return the action of a second click on a tile: move there, or start building where the figure stands. */
function defaultActionAt(
  legal: Legal,
  tile: Tile,
  card: Card | null,
  here: Tile | null,
): DefaultAction | null {
  const [move] = legal.movesTo(tile, card);
  if (move) return { type: "action", action: move };
  const [box] = tile === here && card === null ? legal.boxes() : [];
  return box === undefined ? null : { type: "box", box };
}

/** Undo the last selection step with Escape. */
function useEscape(selection: Selection, setSelection: (selection: Selection) => void): void {
  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog[open]")) return;
      setSelection(stepBack(selection));
    },
    [selection, setSelection],
  );
  useEffect(() => {
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [onKeyDown]);
}
