import type { GameId } from "../game_ui/game_ui";
import styles from "./game_drawings.module.css";
import { COLOUR_OF, PeopleShape, type People } from "./people";

const STARS = [
  [34, 26, 1.1],
  [78, 58, 0.8],
  [118, 20, 1.3],
  [160, 44, 0.8],
  [205, 18, 0.9],
  [262, 34, 1.2],
  [300, 14, 0.8],
  [430, 30, 1],
  [462, 66, 1.2],
  [20, 84, 0.8],
  [448, 100, 0.8],
] as const;

function Sky({ id }: { id: string }) {
  return (
    <>
      <defs>
        <linearGradient id={`${id}-sky`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" className={styles.skyHigh} />
          <stop offset="1" className={styles.skyLow} />
        </linearGradient>
        <radialGradient id={`${id}-glow`}>
          <stop offset="0.35" className={styles.glowIn} />
          <stop offset="1" className={styles.glowOut} />
        </radialGradient>
        <linearGradient id={`${id}-moon`} x1="0.2" y1="0.1" x2="0.8" y2="0.9">
          <stop offset="0" className={styles.moonLight} />
          <stop offset="1" className={styles.moonShade} />
        </linearGradient>
      </defs>
      <rect width="480" height="200" fill={`url(#${id}-sky)`} />
      {STARS.map(([x, y, r]) => (
        <circle key={`${x}.${y}`} cx={x} cy={y} r={r} className={styles.star} />
      ))}
    </>
  );
}

function Moon({ id, x, y, r }: { id: string; x: number; y: number; r: number }) {
  return (
    <>
      <circle cx={x} cy={y} r={r * 2.2} fill={`url(#${id}-glow)`} />
      <circle cx={x} cy={y} r={r} fill={`url(#${id}-moon)`} />
      <g className={styles.crater}>
        <circle cx={x - r * 0.35} cy={y - r * 0.2} r={r * 0.18} />
        <circle cx={x + r * 0.3} cy={y + r * 0.28} r={r * 0.24} />
        <circle cx={x + r * 0.25} cy={y - r * 0.42} r={r * 0.1} />
      </g>
    </>
  );
}

/** A lit window. */
const Lit = ({ x, y }: { x: number; y: number }) => (
  <path d={`M${x} ${y + 8}v-5a2.5 2.5 0 0 1 5 0v5z`} className={styles.lit} />
);

/** The city at night, around its obelisk. */
function CityDrawing() {
  return (
    <svg
      viewBox="0 0 480 200"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={styles.drawing}
    >
      <Sky id="city" />
      <Moon id="city" x={366} y={62} r={34} />
      <path
        className={styles.far}
        d="M0 150h24v-26l10-12 10 12v26h22v-40h8v-14l6-10 6 10v14h8v40h30v-20a18 18 0 0 1 36 0v20h26v-52l12-22 12 22v52h34v-30h12v-14l8-8 8 8v14h12v30h30v-46h10v-10l5-8 5 8v10h10v46h26v-24a20 20 0 0 1 40 0v24h26v-36l10-12 10 12v36h44v50H0z"
      />
      <g className={styles.middle}>
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
      <path className={styles.near} d="M0 200v-10q120-14 240-6t240-4v20z" />
    </svg>
  );
}

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
function DuelDrawing() {
  return (
    <svg
      viewBox="0 0 480 200"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={styles.drawing}
    >
      <Sky id="duel" />
      <Moon id="duel" x={240} y={70} r={40} />
      <path
        className={styles.far}
        d="M0 150l60-34 46 26 58-52 40 46 36-22 40 26 44-44 52 40 50-30 54 34v60H0z"
      />
      <path className={styles.near} d="M0 200v-26q120-22 240-14t240-4v44z" />
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
    </svg>
  );
}

export const DRAWINGS: Record<GameId, () => React.JSX.Element> = { city: CityDrawing, duel: DuelDrawing };

/** A small picture of the game for lists: a tower, or two cards. */
export function GameMark({ game, size = 32 }: { game: string; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className={styles.mark}>
      <rect x="0.5" y="0.5" width="31" height="31" rx="7" className={styles.markGround} />
      {game === "city" ? (
        <path
          className={styles.markInk}
          d="M15 26l1-14 1.5-4 1.5 4 1 14zM5 26v-7h2v-2a3 3 0 0 1 6 0v2h1v7zm16 0V15h1.5v-2H24v2h1.5v-2H27v13z"
        />
      ) : (
        <>
          <rect
            x="7"
            y="8"
            width="11"
            height="16"
            rx="2"
            transform="rotate(-10 12 16)"
            className={styles.markInk}
          />
          <rect
            x="14"
            y="8"
            width="11"
            height="16"
            rx="2"
            transform="rotate(10 20 16)"
            className={styles.markCard}
          />
        </>
      )}
    </svg>
  );
}
