import { Button } from "../ui/controls";
import { Glyph } from "../ui/icon";
import { actionLabel } from "./action_label";
import type { Legal } from "./legal";
import { useLabels } from "./labels";
import { SymbolIcon } from "./symbols";
import type { Action, CityFigures, CityPieces, CityState, Tile } from "./types";
import styles from "./panel.module.css";

const PHASES = ["movement", "contribution", "draw"] as const;

/** The turn's phases and what was used up in it. */
export function TurnStatus({
  play,
  isMyTurn,
  onBack,
  onLegend,
}: {
  play: CityState;
  isMyTurn: boolean;
  /** Undoes the last selection step; null if nothing is selected. */
  onBack: (() => void) | null;
  onLegend: () => void;
}) {
  const { t, player } = useLabels();
  const { turn } = play;
  const facts = [
    !isMyTurn && !play.over && t("turnOf", { player: player(turn.seat) }),
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
            <Glyph name="back" />
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
                  <span className="visually-hidden">{t("stepsLeft", { n: turn.steps })}</span>
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

/** Buttons for actions that need no selection, the most likely one first and highlighted. */
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
  const labels = useLabels();
  const { t } = labels;
  const boxes = legal.boxes();
  const offers = legal.offers();
  const [hasten, stalemate, draw] = [
    legal.find("hasten"),
    legal.find("declare_stalemate"),
    legal.find("draw"),
  ];
  const moves = legal.targets().size;
  const label = (action: Action) => actionLabel(labels, action, figures, pieces);
  const primary = offers.length > 0 ? "offer" : boxes.length > 0 ? "build" : "draw";
  return (
    <>
      {moves > 0 && <p className={styles.hint}>{t("hintMove", { n: moves })}</p>}
      <div className={styles.steps}>
        {offers.map((offer, index) => (
          <Button
            key={offer.pillar ?? ""}
            tone={primary === "offer" && index === 0 ? "primary" : "plain"}
            disabled={sending}
            onClick={() => act(offer)}
          >
            <SymbolIcon name="obelisk" /> {label(offer)}
          </Button>
        ))}
        {boxes.length > 0 && here && (
          <Button tone={primary === "build" ? "primary" : "plain"} onClick={onBuild}>
            <SymbolIcon name="stone" /> {t("buildHere", { tile: labels.tile(here) })}
          </Button>
        )}
        {hasten && (
          <Button disabled={sending} onClick={() => act(hasten)}>
            <SymbolIcon name="steps" /> {label(hasten)}
          </Button>
        )}
        {draw && (
          <Button
            tone={primary === "draw" ? "primary" : "plain"}
            disabled={sending}
            onClick={() => act(draw)}
          >
            <SymbolIcon name="hand" /> {label(draw)}
          </Button>
        )}
        {draw && legal.find("discard") && (
          <Button tone="quiet" onClick={onSwap}>
            {t("swap")}
          </Button>
        )}
        {stalemate && (
          <Button tone="quiet" disabled={sending} onClick={() => act(stalemate)}>
            {label(stalemate)}
          </Button>
        )}
      </div>
    </>
  );
}
