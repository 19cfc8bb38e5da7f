import type { SeatFigures } from "../contract/duel_figures";
import { useWords } from "../words/lexicon";
import { useCloserLook } from "./floating";
import { useScene, type Scene } from "./scene";
import { ElementSign, IconSign, type Element } from "./signs";
import styles from "./power.module.css";
import { cardWords, tableWords } from "./words";

const ELEMENTS: readonly Element[] = ["fire", "earth"];

/** A player's power in both elements; a closer look gives the reason for each number. */
export function Power({ seat }: { seat: number }) {
  const t = useWords(tableWords);
  const scene = useScene();
  const { figures, play, playerOf } = scene;
  const found = figures?.seats[seat];
  const look = useCloserLook(
    found
      ? {
          key: `power ${seat}`,
          title: t("powerOf", { player: playerOf(seat) }),
          content: () => <Reasons found={found} scene={scene} />,
        }
      : null,
  );
  if (!found) return null;
  return (
    <button
      type="button"
      className={styles.power}
      {...look.props}
      onClick={(event) => event.detail > 0 && matchMedia("(hover: none)").matches && look.open()}
    >
      <span className="unseen">
        {t("powerNow", { player: playerOf(seat), fire: found.fire, earth: found.earth })}
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
          {found[element]}
          {found.shields.includes(element) && <IconSign icon={`shield_${element}`} />}
        </span>
      ))}
    </button>
  );
}

function Reasons({ found, scene }: { found: SeatFigures; scene: Scene }) {
  const t = useWords(tableWords);
  const c = useWords(cardWords);
  const { nameOf, playerOf } = scene;
  const word = (element: Element) => t(element === "fire" ? "elementFire" : "elementEarth");
  const bluff = { fire: scene.pieces.bluff_fire, earth: scene.pieces.bluff_earth };
  return (
    <div className={styles.reasons}>
      <h3>{t("powerOf", { player: playerOf(found.seat) })}</h3>
      {found.lines.length === 0 ? (
        <p>{t("nothingActive")}</p>
      ) : (
        <table>
          <thead className="unseen">
            <tr>
              <th scope="col" />
              {ELEMENTS.map((element) => (
                <th key={element} scope="col">
                  {word(element)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {found.lines.map((line) => (
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
            {found.raised.map((reason, index) => (
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
                  <ElementSign element={element} /> {found[element]}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      )}
      <ul>
        {(found.highest_fire !== found.fire || found.highest_earth !== found.earth) && (
          <li>{t("highest", { fire: found.highest_fire, earth: found.highest_earth })}</li>
        )}
        {found.shields.map((element) => (
          <li key={element}>{c(`shield_${element}Means`)}</li>
        ))}
        {found.reward !== null && (
          <li>
            {t("rewardIs", { player: playerOf(1 - found.seat), count: found.reward })}
            {found.demanded > 0 && ` ${t("rewardDemand", { count: found.demanded })}`}.{" "}
            {found.wins_game && t("rewardWins")}
          </li>
        )}
        <li>{t("crystalsWon", { count: found.crystals })}</li>
      </ul>
    </div>
  );
}
