import { memo } from "react";
import type { DuelCard } from "../contract/duel";
import { useLanguage } from "../words/language";
import { useTranslate } from "../words/messages";
import styles from "./card.module.css";
import { iconMeaning, kinName, useCardName, useCardSummary } from "./card_names";
import { CardPicture } from "./card_picture";
import { KinMark, kinColour, kinInk, KinShape, type Kin } from "./kin";
import { type Element, ElementSign, IconSign, MoonSign, SHIELD_PATH, TextSign, TypeSign } from "./signs";
import { cardWords } from "./words";

/** `small` has no text, `medium` has it, `large` explains every symbol. */
export type CardSize = "small" | "medium" | "large";

const kinVariables = (kin: Kin) =>
  ({ "--kin": kinColour(kin), "--kin-ink": kinInk(kin) }) as React.CSSProperties;

/**
 * The front of a card. It contains a visually hidden summary for screen readers, which `silent` omits where
 * a button carries its own label.
 */
export const CardFace = memo(function CardFace({
  card,
  size = "small",
  silent = false,
}: {
  card: DuelCard;
  size?: CardSize;
  silent?: boolean;
}) {
  const name = useCardName()(card);
  const summary = useCardSummary();
  const t = useTranslate(cardWords);
  const language = useLanguage();
  if (size === "large") return <LargeCard card={card} />;
  return (
    <span className={styles.card} data-size={size} style={kinVariables(card.people)}>
      {!silent && <span className="visually-hidden">{summary(card)}</span>}
      <span className={styles.head} aria-hidden="true">
        <KinMark kin={card.people} size="1.9em" />
        <span className={styles.name} lang={language === "de" ? "de" : "en"} data-long={isLong(name)}>
          {name}
        </span>
      </span>
      <span className={styles.middle} aria-hidden="true">
        <CardPicture card={card} />
        <Numbers card={card} />
        {card.icons.some((icon) => !icon.startsWith("shield")) && (
          <span className={styles.icons}>
            {card.icons
              .filter((icon) => !icon.startsWith("shield"))
              .map((icon) => (
                <span key={icon} className={styles.icon} title={t(icon)}>
                  <IconSign icon={icon} />
                </span>
              ))}
          </span>
        )}
      </span>
      {size === "medium" && card.text && (
        <span className={styles.text} lang="en" aria-hidden="true">
          {card.text}
        </span>
      )}
      <span className={styles.foot} aria-hidden="true">
        <span>{t(card.type)}</span>
        <span className={styles.marks}>
          {card.capacity !== null && (
            <span className={styles.capacity}>
              <TypeSign type="ship" /> {card.capacity}
            </span>
          )}
          {card.text && <TextSign className={styles.textSign} />}
          <Moons card={card} />
        </span>
      </span>
    </span>
  );
});

const LONG_WORD = 11;

/** Whether a word is too long for the default size on a small card. */
const isLong = (name: string): boolean => name.split(/[\s-]/).some((word) => word.length >= LONG_WORD);

function Moons({ card }: { card: DuelCard }) {
  return Array.from({ length: card.moons ?? 0 }, (_, index) => <MoonSign key={index} />);
}

function Numbers({ card }: { card: DuelCard }) {
  if (card.fire === null && card.earth === null) return null;
  return (
    <span className={styles.numbers}>
      <Value element="fire" value={card.fire} shield={card.icons.includes("shield_fire")} />
      <Value element="earth" value={card.earth} shield={card.icons.includes("shield_earth")} />
    </span>
  );
}

/** A value with its element's symbol, inside a shield if the card has one. */
function Value({ element, value, shield }: { element: Element; value: number | null; shield: boolean }) {
  return (
    <span className={styles.value} data-element={element}>
      {shield && (
        <svg className={styles.shield} viewBox="0 0 24 24" preserveAspectRatio="none" aria-hidden="true">
          <path d={SHIELD_PATH} vectorEffect="non-scaling-stroke" />
        </svg>
      )}
      <ElementSign element={element} />
      <b>{value ?? "–"}</b>
    </span>
  );
}

function LargeCard({ card }: { card: DuelCard }) {
  const t = useTranslate(cardWords);
  const name = useCardName()(card);
  const language = useLanguage();
  return (
    <div className={styles.large} style={kinVariables(card.people)}>
      <div className={styles.head}>
        <KinMark kin={card.people} size="2.4em" />
        <span className={styles.name} lang={language === "de" ? "de" : "en"}>
          {name}
        </span>
      </div>
      <div className={styles.middle} aria-hidden="true">
        <CardPicture card={card} />
        <Numbers card={card} />
      </div>
      <p className={styles.facts}>
        <span>
          {kinName(card.people)} · {t(card.type)}
        </span>
        {card.moons !== null && (
          <span className={styles.marks} role="img" aria-label={t("moonsOf", { moons: card.moons })}>
            {card.moons === 0 ? "0 " : ""}
            <Moons card={card} />
            {card.moons === 0 && <MoonSign />}
          </span>
        )}
      </p>
      {card.fire !== null && card.earth !== null && (
        <p className="visually-hidden">
          {t("fireOf", { value: card.fire })}, {t("earthOf", { value: card.earth })}
        </p>
      )}
      {card.capacity !== null && (
        <p className={styles.line}>
          <TypeSign type="ship" /> {t("capacityOf", { capacity: card.capacity })}
        </p>
      )}
      {card.text ? (
        <p className={styles.text} lang="en">
          {card.text}
        </p>
      ) : (
        card.icons.length === 0 && <p className={styles.hint}>{t("noText")}</p>
      )}
      {card.icons.length > 0 && (
        <ul className={styles.meanings}>
          {card.icons.map((icon) => (
            <li key={icon}>
              <IconSign icon={icon} size="1.5em" />
              <span>
                <b>{t(icon)}</b> {t(iconMeaning(icon))}
              </span>
            </li>
          ))}
        </ul>
      )}
      {!card.known && <p className={styles.hint}>{t("partlyKnown")}</p>}
      {card.text && language !== "en" && <p className={styles.hint}>{t("textIsEnglish")}</p>}
    </div>
  );
}

/** The back of a card, with its people's shape if known. */
export function CardBack({
  kin,
  size = "small",
  label,
}: {
  kin?: Kin;
  size?: "small" | "medium";
  label?: string;
}) {
  const t = useTranslate(cardWords);
  return (
    <span className={styles.card} data-size={size} data-back="true">
      <span className="visually-hidden">{label ?? t("faceDown")}</span>
      <svg
        className={styles.back}
        viewBox="0 0 100 140"
        preserveAspectRatio="xMidYMid slice"
        aria-hidden="true"
      >
        <rect width="100" height="140" fill="var(--card-back)" />
        <g stroke="var(--card-back-line)" fill="none">
          <rect x="7" y="7" width="86" height="126" rx="6" strokeWidth="1.5" />
          <circle cx="50" cy="70" r="31" strokeWidth="1" />
          <circle cx="50" cy="70" r="35" strokeWidth=".5" strokeDasharray="1.5 4" />
          <path
            d="M7 40C30 30 30 12 40 7M93 40C70 30 70 12 60 7M7 100c23 10 23 28 33 33m53-33c-23 10-23 28-33 33"
            strokeWidth=".8"
          />
        </g>
        <path d="M62 48a25 25 0 1 0 13 33 21 21 0 0 1-13-33z" fill="var(--card-back-line)" />
        {kin && (
          <g transform="translate(55 60) scale(.8)">
            <KinShape kin={kin} fill="var(--card-back-line)" />
          </g>
        )}
      </svg>
    </span>
  );
}
