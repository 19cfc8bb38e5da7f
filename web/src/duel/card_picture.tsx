import type { DuelCard } from "../contract/duel";
import { kinColour, kinInk, KinShape } from "./kin";
import { TYPE_DRAWINGS } from "./signs";
import styles from "./card.module.css";

/** A stable number per card, so that each has its own emblem. */
function seedOf(id: string): number {
  let seed = 7;
  for (const letter of id) seed = (seed * 31 + letter.charCodeAt(0)) >>> 0;
  return seed;
}

/** A card's picture: the symbol of its type in a wreath of its people's shape, unique to the card. */
export function CardPicture({ card }: { card: DuelCard }) {
  const seed = seedOf(card.id);
  const petals = 5 + (seed % 6);
  const turn = (seed >>> 4) % 60;
  const reach = 25 + ((seed >>> 8) % 4) * 2;
  const petal = 0.5 + ((seed >>> 12) % 3) * 0.08;
  const rays = 8 + ((seed >>> 16) % 3) * 4;
  const sky = 18 + ((seed >>> 20) % 65);
  const ink = kinInk(card.people);
  return (
    <svg
      className={styles.picture}
      viewBox="0 0 100 72"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <rect width="100" height="72" fill={kinColour(card.people)} />
      <circle cx={sky} cy="13" r="8" fill={ink} opacity=".14" />
      <circle cx={sky + 3} cy="11.5" r="6.5" fill={kinColour(card.people)} />
      <g transform={`translate(50 38) rotate(${turn})`} stroke={ink} opacity=".13">
        {Array.from({ length: rays }, (_, ray) => (
          <path key={ray} d="M0 14V72" strokeWidth="3" transform={`rotate(${(ray * 360) / rays})`} />
        ))}
      </g>
      <path d="M-2 72V60c12-7 22-8 34-3s24 6 36 1 22-5 34-1v15z" fill={ink} opacity=".12" />
      <g transform={`translate(50 37) rotate(${turn / 2})`} opacity=".42">
        {Array.from({ length: petals }, (_, index) => (
          <g
            key={index}
            transform={`rotate(${(index * 360) / petals}) translate(0 ${-reach}) scale(${petal})`}
          >
            <KinShape kin={card.people} fill={ink} transform="translate(-12 -12)" />
          </g>
        ))}
      </g>
      <circle cx="50" cy="37" r="17" fill={kinColour(card.people)} stroke={ink} strokeWidth="1.5" />
      <circle cx="50" cy="37" r="14.8" fill="none" stroke={ink} strokeWidth=".5" opacity=".7" />
      <g transform="translate(39.5 26.5) scale(.875)" fill={ink}>
        {TYPE_DRAWINGS[card.type]}
      </g>
    </svg>
  );
}
