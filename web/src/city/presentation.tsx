import type { GamePresentation } from "../game_ui/game_ui";
import { Moon, NightPicture } from "../ui/night";
import night from "../ui/night.module.css";
import styles from "./presentation.module.css";

/** A lit window. */
const Lit = ({ x, y }: { x: number; y: number }) => (
  <path d={`M${x} ${y + 8}v-5a2.5 2.5 0 0 1 5 0v5z`} className={styles.lit} />
);

/** The city at night, around its obelisk. */
function Picture() {
  return (
    <NightPicture id="city">
      <Moon id="city" x={366} y={62} r={34} />
      <path
        className={night.far}
        d="M0 150h24v-26l10-12 10 12v26h22v-40h8v-14l6-10 6 10v14h8v40h30v-20a18 18 0 0 1 36 0v20h26v-52l12-22 12 22v52h34v-30h12v-14l8-8 8 8v14h12v30h30v-46h10v-10l5-8 5 8v10h10v46h26v-24a20 20 0 0 1 40 0v24h26v-36l10-12 10 12v36h44v50H0z"
      />
      <g className={night.middle}>
        <path d="M18 200v-44h14v-16a22 22 0 0 1 44 0v16h14v44z" />
        <path d="M53 104l4 14h-8z" />
        <path d="M112 200v-66h10v-10h8v10h10v-10h8v10h10v66z" />
        <path d="M172 200v-30h52v30z" />
        <path d="M300 200v-34h60v34z" />
        <path d="M318 166v-22l12-16 12 16v22z" />
        <path d="M384 200v-52h10v-20a16 16 0 0 1 32 0v20h10v52z" />
        <path d="M410 98l3.5 14h-7z" />
        <path d="M444 200v-40h36v40z" />
      </g>
      <path
        className={styles.arches}
        d="M172 176h52v24h-6v-8a7 7 0 0 0-14 0v8h-6v-8a7 7 0 0 0-14 0v8h-12zm128-4h60v28h-8v-10a8 8 0 0 0-16 0v10h-8v-10a8 8 0 0 0-16 0v10h-12z"
      />
      <Lit x={38} y={150} />
      <Lit x={52} y={150} />
      <Lit x={124} y={148} />
      <Lit x={140} y={148} />
      <Lit x={132} y={166} />
      <Lit x={327} y={148} />
      <Lit x={402} y={142} />
      <Lit x={414} y={142} />
      <Lit x={458} y={172} />
      <g className={styles.obelisk}>
        <path d="M250 200l4-112 8-14 8 14 4 112z" />
        <path d="M262 74l8 14 4 112h-12z" className={styles.obeliskShade} />
      </g>
      <g className={styles.crystal}>
        <path d="M262 100l4 7-4 9-4-9z" />
        <path d="M262 126l4.5 8-4.5 10-4.5-10z" />
        <path d="M262 154l5 9-5 11-5-11z" />
      </g>
      <path className={night.near} d="M0 200v-10q120-14 240-6t240-4v20z" />
    </NightPicture>
  );
}

/** A tower. */
function Mark() {
  return (
    <path
      className={night.markInk}
      d="M15 26l1-14 1.5-4 1.5 4 1 14zM5 26v-7h2v-2a3 3 0 0 1 6 0v2h1v7zm16 0V15h1.5v-2H24v2h1.5v-2H27v13z"
    />
  );
}

const texts: GamePresentation["texts"] = {
  en: {
    blurb:
      "The holy city lies in ruins. Help rebuild it, win the favour of the dragons and bring crystals to the obelisk.",
  },
  de: {
    blurb:
      "Die heilige Stadt liegt in Trümmern. Hilf beim Wiederaufbau, gewinne die Gunst der Drachen und bring Kristalle zum Obelisken.",
  },
  fr: {
    blurb:
      "La cité sacrée est en ruine. Aide à la rebâtir, gagne la faveur des dragons et apporte des cristaux à l’obélisque.",
  },
  nl: {
    blurb:
      "De heilige stad ligt in puin. Help haar weer op te bouwen, win de gunst van de draken en breng kristallen naar de obelisk.",
  },
  it: {
    blurb:
      "La città sacra è in rovina. Aiuta a ricostruirla, conquista il favore dei draghi e porta cristalli all’obelisco.",
  },
};

export const presentation: GamePresentation = { Picture, Mark, texts };
