import { Button } from "../look/controls";
import { actionWords } from "./action_words";
import type { Legal } from "./legal";
import { useSpeech } from "./speech";
import { SymbolIcon } from "./symbols";
import type { Action, CityFigures, CityPieces, CityState, Tile } from "./wire";
import styles from "./panel.module.css";

const PHASES = ["movement", "contribution", "draw"] as const;

/** Where the turn stands: its phases, and what was used up in it. */
export function TurnAccount({
  play,
  mine,
  onBack,
  onLegend,
}: {
  play: CityState;
  mine: boolean;
  /** Takes the last choice back; null when nothing is chosen. */
  onBack: (() => void) | null;
  onLegend: () => void;
}) {
  const { t, player } = useSpeech();
  const { turn } = play;
  const facts = [
    !mine && !play.over && t("turnOf", { player: player(turn.seat) }),
    turn.contributed && t("hasContributed"),
    turn.offerings > 0 && t("hasOffered", { n: turn.offerings }),
    turn.discarded > 0 && t("hasDiscarded", { n: turn.discarded }),
    turn.leapt && t("hasLeapt"),
  ].filter((fact) => fact !== false);
  return (
    <div className={styles.account}>
      <div className={styles.bar}>
        {onBack && (
          <Button
            tone="quiet"
            className={styles.round}
            aria-label={t("back")}
            title={t("back")}
            onClick={onBack}
          >
            <span aria-hidden="true">←</span>
          </Button>
        )}
        <ol className={styles.phases} aria-label={t("phases")} hidden={play.over}>
          {PHASES.map((phase) => (
            <li
              key={phase}
              aria-current={turn.phase === phase ? "step" : undefined}
              data-past={PHASES.indexOf(phase) < PHASES.indexOf(turn.phase)}
            >
              {t(phase)}
              {phase === "movement" && turn.phase === phase && (
                <span className={styles.count}>
                  <span aria-hidden="true">{turn.steps}</span>
                  <span className="unseen">{t("stepsLeft", { n: turn.steps })}</span>
                </span>
              )}
            </li>
          ))}
        </ol>
        <Button
          tone="quiet"
          className={styles.round}
          aria-label={t("legend")}
          title={t("legend")}
          onClick={onLegend}
        >
          <span aria-hidden="true">?</span>
        </Button>
      </div>
      {facts.length > 0 && (
        <p className={styles.facts}>
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      )}
    </div>
  );
}

/** What can still be done, the most natural first and strongest. */
export function NextSteps({
  legal,
  here,
  pieces,
  figures,
  sending,
  act,
  onBuild,
  onSwap,
}: {
  legal: Legal;
  here: Tile | null;
  pieces: CityPieces;
  figures: CityFigures | null;
  sending: boolean;
  act: (action: Action) => void;
  onBuild: () => void;
  onSwap: () => void;
}) {
  const speech = useSpeech();
  const { t } = speech;
  const boxes = legal.boxes();
  const offers = legal.offers();
  const [hasten, stalemate, draw] = [
    legal.find("hasten"),
    legal.find("declare_stalemate"),
    legal.find("draw"),
  ];
  const moves = legal.targets().size;
  const words = (action: Action) => actionWords(speech, action, figures, pieces);
  const first = offers.length > 0 ? "offer" : boxes.length > 0 ? "build" : "draw";
  return (
    <>
      {moves > 0 && <p className={styles.hint}>{t("hintMove", { n: moves })}</p>}
      <div className={styles.steps}>
        {offers.map((offer, index) => (
          <Button
            key={offer.pillar ?? ""}
            tone={first === "offer" && index === 0 ? "primary" : "plain"}
            disabled={sending}
            onClick={() => act(offer)}
          >
            <SymbolIcon name="obelisk" /> {words(offer)}
          </Button>
        ))}
        {boxes.length > 0 && here && (
          <Button tone={first === "build" ? "primary" : "plain"} onClick={onBuild}>
            <SymbolIcon name="stone" /> {t("buildHere", { tile: speech.tile(here), n: boxes.length })}
          </Button>
        )}
        {hasten && (
          <Button disabled={sending} onClick={() => act(hasten)}>
            <SymbolIcon name="steps" /> {words(hasten)}
          </Button>
        )}
        {draw && (
          <Button tone={first === "draw" ? "primary" : "plain"} disabled={sending} onClick={() => act(draw)}>
            <SymbolIcon name="hand" /> {words(draw)}
          </Button>
        )}
        {draw && legal.find("discard") && (
          <Button tone="quiet" onClick={onSwap}>
            {t("swap")}
          </Button>
        )}
        {stalemate && (
          <Button tone="quiet" disabled={sending} onClick={() => act(stalemate)}>
            {words(stalemate)}
          </Button>
        )}
      </div>
    </>
  );
}
