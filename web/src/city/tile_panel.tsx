import type { ReactNode } from "react";
import { Button } from "../ui/controls";
import { SeatMark } from "../ui/seat";
import { actionLabel } from "./action_label";
import { BoxShape } from "./boxes";
import type { Legal } from "./legal";
import { RewardLine } from "./rewards";
import { roofOf, progressOf, type Plot } from "./plots";
import { Picture } from "./picture";
import { useLabels } from "./labels";
import { DragonIcon, SymbolIcon, type SymbolName } from "./symbols";
import { DRAGONS, type Action, type Card, type CityFigures, type CityPieces, type CityState } from "./types";
import styles from "./panel.module.css";

/** Details of a tile: cost, rewards, stones and legal actions. */
export function TilePanel({
  plot,
  play,
  pieces,
  figures,
  legal,
  card,
  here,
  sending,
  act,
  onBox,
}: {
  plot: Plot;
  play: CityState;
  pieces: CityPieces;
  figures: CityFigures | null;
  legal: Legal;
  /** Offer only actions of this card. */
  card: Card | null;
  /** Whether the player's figure stands here. */
  here: boolean;
  sending: boolean;
  act: (action: Action) => void;
  onBox: (box: number) => void;
}) {
  const labels = useLabels();
  const { t } = labels;
  const moves = legal.movesTo(plot.tile, card);
  const offers = here && card === null ? legal.offers() : [];
  const payable = here && card === null ? legal.boxes() : [];
  const printed = plot.printed;
  const dragons = DRAGONS.filter((dragon) => play.dragons[dragon] === plot.tile);
  return (
    <div className={styles.tilePanel}>
      <div className={styles.tileHead}>
        <svg
          viewBox="-4 -8 108 72"
          className={styles.portrait}
          data-finished={plot.finished}
          aria-hidden="true"
        >
          <Picture
            tile={plot.tile}
            finished={plot.finished}
            progress={progressOf(plot)}
            roof={roofOf(plot)}
          />
        </svg>
        <div>
          <h2>{labels.tile(plot.tile)}</h2>
          <p className={styles.soft}>
            {plot.tile === "courtyard"
              ? t("courtyardNote")
              : plot.finished
                ? t("finished")
                : t("boxesFree", { n: plot.stones.filter((stone) => stone === null).length })}
          </p>
          {dragons.length > 0 && (
            <p className={styles.facts}>
              {dragons.map((dragon) => (
                <DragonIcon key={dragon} dragon={dragon} label={labels.dragon(dragon)} />
              ))}
            </p>
          )}
        </div>
      </div>
      {(moves.length > 0 || offers.length > 0) && (
        <div className={styles.steps}>
          {[...moves, ...offers].map((action, index) => (
            <Button
              key={JSON.stringify(action)}
              tone={index === 0 && payable.length === 0 ? "primary" : "plain"}
              disabled={sending}
              onClick={() => act(action)}
            >
              {actionLabel(labels, action, figures, pieces)}
            </Button>
          ))}
        </div>
      )}
      {printed && !plot.finished && (
        <div className={styles.boxes} role="group" aria-label={t("boxes")}>
          {printed.boxes.map((box, index) => {
            const stone = plot.stones[index] ?? null;
            const cost = box.colour ? `${t(box.colour)} ${box.value}` : t("anyColour", { value: box.value });
            return (
              <button
                key={index}
                type="button"
                className={styles.boxButton}
                disabled={!payable.includes(index)}
                data-lit={payable.includes(index)}
                aria-label={
                  stone === null
                    ? t(payable.includes(index) ? "boxPayable" : "boxFree", { box: cost })
                    : t("boxTaken", { box: cost, player: labels.player(stone) })
                }
                onClick={() => onBox(index)}
              >
                <svg viewBox="0 0 30 22" aria-hidden="true">
                  <BoxShape box={box} stone={stone} x={0.5} y={0.5} width={29} height={21} />
                </svg>
              </button>
            );
          })}
        </div>
      )}
      {printed && (
        <dl className={styles.rewards}>
          {!plot.finished && (
            <>
              <Row sign="star" name={t("starReward")}>
                <RewardLine reward={printed.star} />
              </Row>
              <Row sign="participant" name={t("participantReward")}>
                <RewardLine reward={printed.participant} />
              </Row>
            </>
          )}
          <Row sign="neighbour" name={t("neighbourReward")}>
            <RewardLine reward={printed.neighbour} />
          </Row>
        </dl>
      )}
      {plot.figures && plot.figures.dragons > 0 && !plot.finished && (
        <p className={styles.soft}>{t("dragonScales", { n: plot.figures.dragons })}</p>
      )}
      {plot.figures && plot.figures.shares.length > 0 && (
        <div className={styles.shares}>
          <p className={styles.soft}>{t("sharesIfFinished")}</p>
          <ul>
            {plot.figures.shares.map((share) => (
              <li key={share.seat}>
                <SeatMark seat={share.seat} name={labels.player(share.seat)} size={20} />
                {labels.player(share.seat)}
                {share.star && <SymbolIcon name="star" size={14} label={t("masterBuilder")} />}
                <RewardLine reward={share} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function Row({ sign, name, children }: { sign: SymbolName; name: string; children: ReactNode }) {
  return (
    <div>
      <dt>
        <SymbolIcon name={sign} size={16} /> {name}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
