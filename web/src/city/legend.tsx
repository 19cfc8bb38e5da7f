import { Dialog } from "../ui/controls";
import { PeopleMark } from "../ui/people";
import { Picture } from "./picture";
import { describePower, useLabels } from "./labels";
import { DragonIcon, PowerIcon, SymbolIcon, type SymbolName } from "./symbols";
import type { CityPieces } from "./types";
import styles from "./beside.module.css";

const SIGNS = [
  ["crystal", "signCrystal"],
  ["card", "signCard"],
  ["scale", "signScale"],
  ["star", "signStar"],
  ["participant", "signParticipant"],
  ["neighbour", "signNeighbour"],
  ["stone", "signStone"],
  ["obelisk", "signObelisk"],
] as const satisfies readonly (readonly [SymbolName, string])[];

/** Explains symbols and card powers. */
export function Legend({ pieces, onClose }: { pieces: CityPieces; onClose: () => void }) {
  const labels = useLabels();
  const { t } = labels;
  const { scale_crystals: scoring } = pieces;
  return (
    <Dialog title={t("legend")} closeLabel={t("close")} onClose={onClose}>
      <div className={styles.legend}>
        <h3>{t("legendTurn")}</h3>
        <ol>
          <li>{t("legendMovement", { n: pieces.steps })}</li>
          <li>{t("legendContribution")}</li>
          <li>{t("legendDraw", { n: pieces.drawn_cards, max: pieces.discards_max })}</li>
        </ol>
        <h3>{t("legendSigns")}</h3>
        <dl>
          {SIGNS.map(([symbol, key]) => (
            <div key={symbol}>
              <dt>
                <SymbolIcon name={symbol} size={24} />
              </dt>
              <dd>
                {t(key, {
                  most: scoring.sole_most,
                  tied: scoring.tied_most,
                  others: scoring.others,
                  from: scoring.others_from,
                })}
              </dd>
            </div>
          ))}
          <div>
            <dt>
              <svg viewBox="0 0 100 60" className={styles.legendPicture} aria-hidden="true">
                <Picture tile="library" finished={false} />
              </svg>
            </dt>
            <dd>{t("signPlan")}</dd>
          </div>
          <div>
            <dt>
              <svg viewBox="0 0 100 60" className={styles.legendPicture} aria-hidden="true">
                <Picture tile="library" finished />
              </svg>
            </dt>
            <dd>{t("signFinished")}</dd>
          </div>
          <div>
            <dt>
              <DragonIcon dragon="red" size={30} />
            </dt>
            <dd>{t("signDragon")}</dd>
          </div>
        </dl>
        <h3>{t("legendPowers")}</h3>
        <dl>
          {pieces.cards
            .filter((card) => card.powers.length > 0)
            .map((card) => (
              <div key={card.id}>
                <dt>
                  <PeopleMark people={card.people} />
                </dt>
                <dd>
                  <b>{labels.card(card.id)}</b> <PowerIcon power={card.powers[0]!} />{" "}
                  {describePower(labels, card, pieces)}
                </dd>
              </div>
            ))}
        </dl>
      </div>
    </Dialog>
  );
}
