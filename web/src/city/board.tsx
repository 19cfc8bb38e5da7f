import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { usePreferences } from "../look/preferences";
import { coreWords } from "../words/core";
import { useWords } from "../words/lexicon";
import { NextSteps, TurnAccount } from "./account";
import { CardPanel } from "./card_panel";
import { back, chooseBox, mark, NOTHING, useChoice, wish, type Choice } from "./choice";
import { useErrands } from "./errands";
import { Hand } from "./hand";
import { useKeptFocus } from "./kept_focus";
import { Legal } from "./legal";
import { Legend } from "./legend";
import { CityMap } from "./map";
import { Obelisk } from "./obelisk";
import { freshOf, useParade } from "./parade";
import { PaymentPanel } from "./payment_panel";
import { SeatsTable } from "./seats_table";
import { usePlots } from "./site";
import { SpeechContext, speechOf } from "./speech";
import { Supplies } from "./supplies";
import { SwapPanel } from "./swap_panel";
import { tellEvent } from "./telling";
import { TilePanel } from "./tile_panel";
import { turnStory } from "./turn_story";
import type { Action, Card, CityBoardProps, CityState, Tile } from "./wire";
import { useCityWords } from "./words";
import styles from "./board.module.css";

export type { CityBoardProps };

export function CityBoard(props: CityBoardProps) {
  const { play } = props.seen.table;
  return play && <PlayedBoard {...props} play={play} />;
}

function PlayedBoard({
  seen,
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
  const core = useWords(coreWords);
  const { animations } = usePreferences();
  const { table, figures, viewer } = seen;
  const seat = viewer === "spectator" ? null : viewer;
  const speech = speechOf(
    t,
    language,
    nameOf,
    (number) => table.chairs[number]?.player ?? core("seat", { number: number + 1 }),
  );

  const cards = useMemo(() => new Map(pieces.cards.map((piece) => [piece.id, piece])), [pieces]);
  const plots = usePlots(play, pieces, figures);
  const legal = useMemo(() => new Legal(actions, cards), [actions, cards]);
  const fresh = useMemo(() => freshOf(news, seat), [news, seat]);
  const setUp = pieces.setups.find((one) => one.players === play.seats.length);
  const own = seat === null ? null : (play.seats[seat] ?? null);
  const hand = useMemo(() => (own && typeof own.hand !== "number" ? own.hand : []), [own]);
  const here = own?.figure ?? null;
  const mine = seat !== null && play.turn.seat === seat && !play.over;

  const [choice, choose] = useChoice(legal, hand);
  const sendAll = useErrands(seen.seq, actions, sending, act);
  const swapsLeft = pieces.discards_max - play.turn.discarded;
  const parade = useParade(news, play, animations);
  const story = useMemo(() => turnStory(history, seen.seq), [history, seen.seq]);
  const [legendOpen, setLegendOpen] = useState(false);

  const card = choice.of === "card" ? choice.card : null;
  const chosenTile = "tile" in choice ? choice.tile : null;
  const lit = useMemo(() => {
    const tiles = legal.targets(card);
    if (card === null && here && (legal.boxes().length > 0 || legal.offers().length > 0))
      tiles.set(here, "near");
    return tiles;
  }, [legal, card, here]);

  const send = (action: Action) => {
    if (sending) return;
    act(action);
    if (choice.of === "card") choose(choice.tile ? { of: "tile", tile: choice.tile } : NOTHING);
  };

  /** Pointing at a tile chooses it; pointing once more does what stands first there. */
  const onPoint = (tile: Tile) => {
    const again = chosenTile === tile && choice.of !== "box";
    const first = again ? firstAt(legal, tile, card, here) : null;
    if (first?.of === "action") send(first.action);
    else if (first?.of === "box") choose(chooseBox(legal, tile, first.box));
    else if (card && legal.movesTo(tile, card).length > 0) choose({ of: "card", card, tile });
    else choose(again ? NOTHING : { of: "tile", tile });
  };
  const onCard = (wanted: Card) => {
    if (choice.of === "box") choose(wish(choice, wanted, legal));
    else if (choice.of === "swap") choose(mark(choice, wanted, hand, swapsLeft));
    else choose(card === wanted ? NOTHING : { of: "card", card: wanted, tile: null });
  };
  useEscape(choice, choose);
  const content = useRef<HTMLDivElement>(null);
  useKeptFocus(content);

  const skip = parade.playing ? parade.skip : undefined;
  const chosenPlot = plots.find((plot) => plot.tile === chosenTile);
  const chosenPiece = card && cards.get(card);
  const caption = parade.event ? tellEvent(speech, parade.event) : null;

  return (
    <SpeechContext value={speech}>
      <div className={styles.board} onPointerDownCapture={skip} onKeyDownCapture={skip}>
        <div className={styles.mapArea}>
          <CityMap
            play={play}
            plots={plots}
            lit={lit}
            payable={legal.boxes()}
            chosen={chosenTile}
            where={parade.where}
            fresh={fresh}
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
            <TurnAccount
              play={play}
              mine={mine}
              onBack={choice.of === "nothing" ? null : () => choose(back(choice))}
              onLegend={() => setLegendOpen(true)}
            />
            <div ref={content} className={styles.content}>
              {choice.of === "box" ? (
                <PaymentPanel
                  key={choice.box}
                  choice={choice}
                  box={chosenPlot?.printed?.boxes[choice.box]}
                  legal={legal}
                  cards={cards}
                  sending={sending}
                  onChoose={(payment) => choose({ ...choice, payment })}
                  onPay={() => send(choice.payment)}
                />
              ) : choice.of === "swap" ? (
                <SwapPanel
                  marked={choice.cards}
                  most={swapsLeft}
                  draws={figures?.draws ?? null}
                  cards={cards}
                  sending={sending}
                  onSwap={() => {
                    sendAll([
                      ...choice.cards.map((card) => ({ type: "discard", card }) as const),
                      { type: "draw" },
                    ]);
                    choose(NOTHING);
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
                  onBox={(box) => choose(chooseBox(legal, chosenPlot.tile, box))}
                />
              ) : chosenPiece ? (
                <CardPanel
                  piece={chosenPiece}
                  pieces={pieces}
                  figures={figures}
                  legal={legal}
                  sending={sending}
                  act={send}
                  onBox={(box) => here && choose(chooseBox(legal, here, box, [chosenPiece.id]))}
                />
              ) : (
                legal.any && (
                  <NextSteps
                    legal={legal}
                    here={here}
                    pieces={pieces}
                    figures={figures}
                    sending={sending}
                    act={send}
                    onSwap={() => choose({ of: "swap", cards: [] })}
                    onBuild={() => here && choose({ of: "tile", tile: here })}
                  />
                )
              )}
            </div>
            {story.length > 0 && choice.of === "nothing" && (
              <ul className={styles.story} aria-label={t("thisTurn")}>
                {story.map((event, index) => {
                  const told = tellEvent(speech, event);
                  return told && <li key={index}>{told}</li>;
                })}
              </ul>
            )}
          </section>
          {own && typeof own.hand !== "number" && (
            <Hand
              hand={hand}
              aside={typeof own.aside === "number" ? own.aside : own.aside.length}
              cards={cards}
              pieces={pieces}
              choice={choice}
              legal={legal}
              fresh={fresh.cards}
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
            {setUp && <Obelisk costs={setUp.obelisk} stones={play.obelisk} fresh={fresh.spaces} />}
            <Supplies play={play} scales={setUp?.scales ?? null} cards={cards} />
          </div>
        </section>
        {legendOpen && <Legend pieces={pieces} onClose={() => setLegendOpen(false)} />}
      </div>
    </SpeechContext>
  );
}

type First = { of: "action"; action: Action } | { of: "box"; box: number };

/** What pointing twice at a tile does: go there, or begin to build where one stands. */
function firstAt(legal: Legal, tile: Tile, card: Card | null, here: Tile | null): First | null {
  const [move] = legal.movesTo(tile, card);
  if (move) return { of: "action", action: move };
  const [box] = tile === here && card === null ? legal.boxes() : [];
  return box === undefined ? null : { of: "box", box };
}

/** Escape takes back the last choice that was not sent. */
function useEscape(choice: Choice, choose: (choice: Choice) => void): void {
  const takeBack = useCallback(
    (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog[open]")) return;
      choose(back(choice));
    },
    [choice, choose],
  );
  useEffect(() => {
    addEventListener("keydown", takeBack);
    return () => removeEventListener("keydown", takeBack);
  }, [takeBack]);
}
