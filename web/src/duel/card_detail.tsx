import type { DuelCard } from "../contract/duel";
import { useLanguage } from "../words/language";
import { useTranslate } from "../words/messages";
import { CardFace } from "./card_face";
import { type Preview } from "./preview";
import { lineOf, standingOf, useScene, type Scene } from "./scene";
import styles from "./table_card.module.css";
import { tableWords } from "./words";

/** A large card with its current effects on the table. */
export function CardDetail({
  card,
  seat,
  scene,
  extra,
}: {
  card: DuelCard;
  seat: number;
  scene: Scene;
  extra?: string;
}) {
  const t = useTranslate(tableWords);
  const language = useLanguage();
  const standing = standingOf(scene.figures, seat, card.id);
  const line = lineOf(scene.figures, seat, card.id);
  const cards = new Intl.ListFormat(language).format((standing?.by ?? []).map(scene.nameOf));
  const changed = line && (line.fire !== line.printed_fire || line.earth !== line.printed_earth);
  const hasLostIcons = standing && !standing.ignored && standing.icons.length < card.icons.length;
  return (
    <div>
      <CardFace card={card} size="large" />
      {(changed || extra || (standing && standing.by.length > 0)) && (
        <ul className={styles.standing}>
          {extra && <li>{extra}</li>}
          {changed && <li>{t("counts", { fire: line.fire, earth: line.earth })}</li>}
          {line?.reasons.map((reason, index) => (
            <li key={index}>{t(`reason_${reason.what}`, { card: scene.nameOf(reason.card) })}</li>
          ))}
          {standing?.ignored && !line && <li>{t("standingIgnored", { cards })}</li>}
          {standing?.text_works === false && !standing.ignored && <li>{t("standingText", { cards })}</li>}
          {hasLostIcons && standing.by.length > 0 && <li>{t("standingIcons", { cards })}</li>}
        </ul>
      )}
    </div>
  );
}

/** Return the preview of a card. */
export function useCardPreview(
  card: DuelCard | undefined,
  seat: number,
  key: string,
  extra?: string,
): Preview | null {
  const scene = useScene();
  if (!card) return null;
  return {
    key,
    title: scene.nameOf(card.id),
    content: () => <CardDetail card={card} seat={seat} scene={scene} extra={extra} />,
  };
}
