import type { GamePresentation } from "../game_ui/game_ui";
import { Moon, NightPicture } from "../ui/night";
import night from "../ui/night.module.css";
import { COLOUR_OF, PeopleShape, type People } from "../ui/people";
import styles from "./presentation.module.css";

function Card({ people, x, y, turn }: { people: People; x: number; y: number; turn: number }) {
  const colour = COLOUR_OF[people];
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn})`}>
      <rect x="-27" y="-40" width="54" height="80" rx="6" className={styles.cardShadow} />
      <rect x="-29" y="-42" width="54" height="80" rx="6" className={styles.card} />
      <rect
        x="-25"
        y="-38"
        width="46"
        height="72"
        rx="3.5"
        fill={`var(--people-${colour})`}
        className={styles.face}
      />
      <g transform="translate(-19.5 -20) scale(1.45)">
        <PeopleShape people={people} fill={`var(--people-${colour}-ink)`} />
      </g>
    </g>
  );
}

/** Two hands of cards, one of fire and one of earth, under the same moon. */
function Picture() {
  return (
    <NightPicture id="duel">
      <Moon id="duel" x={240} y={70} r={40} />
      <path
        className={night.far}
        d="M0 150l60-34 46 26 58-52 40 46 36-22 40 26 44-44 52 40 50-30 54 34v60H0z"
      />
      <path className={night.near} d="M0 200v-26q120-22 240-14t240-4v44z" />
      <path
        className={styles.fire}
        d="M190 132c2 10 14 15 14 29a14 14 0 0 1-28 0c0-7 5-10 6-17 4 3 5 6 5 10 3-5 5-12 3-22z"
      />
      <path className={styles.earth} d="M264 176l16-38 9 20 6-10 17 28z" />
      <Card people="vulca" x={70} y={142} turn={-17} />
      <Card people="terrah" x={106} y={128} turn={-3} />
      <Card people="pillar" x={142} y={136} turn={11} />
      <Card people="khind" x={410} y={142} turn={17} />
      <Card people="aqua" x={374} y={128} turn={3} />
      <Card people="hoax" x={338} y={136} turn={-11} />
    </NightPicture>
  );
}

/** Two cards. */
function Mark() {
  return (
    <>
      <rect
        x="7"
        y="8"
        width="11"
        height="16"
        rx="2"
        transform="rotate(-10 12 16)"
        className={night.markInk}
      />
      <rect
        x="14"
        y="8"
        width="11"
        height="16"
        rx="2"
        transform="rotate(10 20 16)"
        className={night.markCard}
      />
    </>
  );
}

const texts: GamePresentation["texts"] = {
  en: {
    facts: "2 players, one deck each",
    blurb:
      "Two peoples, two decks, fire and earth: outbid your opponent card by card and win the dragons over to your side.",
  },
  de: {
    facts: "2 Spieler, je ein Deck",
    blurb:
      "Zwei Völker, zwei Decks, Feuer und Erde: Überbiete deinen Gegner Karte um Karte und hol die Drachen auf deine Seite.",
  },
  fr: {
    facts: "2 joueurs, un deck chacun",
    blurb:
      "Deux peuples, deux decks, le feu et la terre : surenchéris carte après carte et attire les dragons de ton côté.",
  },
  nl: {
    facts: "2 spelers, elk een deck",
    blurb:
      "Twee volken, twee decks, vuur en aarde: overtroef je tegenstander kaart voor kaart en haal de draken naar jouw kant.",
  },
  it: {
    facts: "2 giocatori, un mazzo a testa",
    blurb:
      "Due popoli, due mazzi, fuoco e terra: rilancia carta dopo carta e attira i draghi dalla tua parte.",
  },
};

export const presentation: GamePresentation = { Picture, Mark, texts };
