import type { DuelSeatFigures as SeatFigures } from "../contract/duel";
import { useTranslate } from "../words/messages";
import { usePreview } from "./preview";
import { useScene, type Scene } from "./scene";
import { ElementSign, IconSign, type Element } from "./signs";
import styles from "./power.module.css";
import { cardWords, tableWords } from "./words";

const ELEMENTS: readonly Element[] = ["fire", "earth"];

/** A player's power in both elements; the preview explains each number. */
export function Power({ seat }: { seat: number }) {
  const t = useTranslate(tableWords);
  const scene = useScene();
  const { figures, play, playerOf } = scene;
  const seatFigures = figures?.seats[seat];
  const preview = usePreview(
    seatFigures
      ? {
          key: `power ${seat}`,
          title: t("powerOf", { player: playerOf(seat) }),
          content: () => <Reasons seatFigures={seatFigures} scene={scene} />,
        }
      : null,
  );
  if (!seatFigures) return null;
  return (
    <button
      type="button"
      className={styles.power}
      {...preview.props}
      onClick={(event) => event.detail > 0 && matchMedia("(hover: none)").matches && preview.open()}
    >
      <span className="visually-hidden">
        {t("powerNow", { player: playerOf(seat), fire: seatFigures.fire, earth: seatFigures.earth })}
      </span>
      {ELEMENTS.map((element) => (
        <span
          key={element}
          className={styles.number}
          data-element={element}
          data-idle={play.element !== null && play.element !== element}
          aria-hidden="true"
        >
          <ElementSign element={element} />
          {seatFigures[element]}
          {seatFigures.shields.includes(element) && <IconSign icon={`shield_${element}`} />}
        </span>
      ))}
    </button>
  );
}

function Reasons({ seatFigures, scene }: { seatFigures: SeatFigures; scene: Scene }) {
  const t = useTranslate(tableWords);
  const cardT = useTranslate(cardWords);
  const { nameOf, playerOf } = scene;
  const elementLabel = (element: Element) => t(element === "fire" ? "elementFire" : "elementEarth");
  const bluff = { fire: scene.pieces.bluff_fire, earth: scene.pieces.bluff_earth };
  return (
    <div className={styles.reasons}>
      <h3>{t("powerOf", { player: playerOf(seatFigures.seat) })}</h3>
      {seatFigures.lines.length === 0 ? (
        <p>{t("nothingActive")}</p>
      ) : (
        <table>
          <thead className="visually-hidden">
            <tr>
              <th scope="col" />
              {ELEMENTS.map((element) => (
                <th key={element} scope="col">
                  {elementLabel(element)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {seatFigures.lines.map((line) => (
              <tr key={line.card}>
                <th scope="row">
                  {line.kind === "bluff" ? t("bluffOf", bluff) : nameOf(line.card)}
                  {line.reasons.map((reason, index) => (
                    <small key={index}>
                      {t(`reason_${reason.what}`, { card: nameOf(reason.card) })}
                      {reason.best && ` (${t("best")})`}
                    </small>
                  ))}
                  {line.reasons.length > 0 && line.kind !== "bluff" && (
                    <small>
                      {t("printed", { fire: line.printed_fire ?? "–", earth: line.printed_earth ?? "–" })}
                    </small>
                  )}
                </th>
                {ELEMENTS.map((element) => (
                  <td key={element} data-element={element}>
                    {line[element]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            {seatFigures.raised.map((reason, index) => (
              <tr key={index}>
                <th scope="row">
                  <small>{t("reason_raised_power", { card: nameOf(reason.card) })}</small>
                </th>
                {ELEMENTS.map((element) => (
                  <td key={element} data-element={element}>
                    {reason[element] ?? ""}
                  </td>
                ))}
              </tr>
            ))}
            <tr className={styles.sum}>
              <th scope="row">{t("sum")}</th>
              {ELEMENTS.map((element) => (
                <td key={element} data-element={element}>
                  <ElementSign element={element} /> {seatFigures[element]}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      )}
      <ul>
        {(seatFigures.highest_fire !== seatFigures.fire ||
          seatFigures.highest_earth !== seatFigures.earth) && (
          <li>{t("highest", { fire: seatFigures.highest_fire, earth: seatFigures.highest_earth })}</li>
        )}
        {seatFigures.shields.map((element) => (
          <li key={element}>{cardT(`shield_${element}Means`)}</li>
        ))}
        {seatFigures.reward !== null && (
          <li>
            {t("rewardIs", { player: playerOf(1 - seatFigures.seat), count: seatFigures.reward })}
            {seatFigures.demanded > 0 && ` ${t("rewardDemand", { count: seatFigures.demanded })}`}.{" "}
            {seatFigures.wins_game && t("rewardWins")}
          </li>
        )}
        <li>{t("crystalsWon", { count: seatFigures.crystals })}</li>
      </ul>
    </div>
  );
}
