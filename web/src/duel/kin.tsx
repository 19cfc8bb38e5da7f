import { Icon } from "../ui/icon";
import type { DuelCard } from "../contract/duel";
import { COLOUR_OF, LETTER_OF, type People, PEOPLES, PeopleShape } from "../ui/people";

/** A card's people, or its category if it has none. */
export type Kin = DuelCard["people"];
type Other = Exclude<Kin, People>;

const OTHER_COLOUR: Record<Other, string> = {
  buka: "violet",
  mutant: "teal",
  tutu: "orange",
  hyla: "sky",
  intervention: "magenta",
  inquisitor: "olive",
};
const OTHER_LETTER: Record<Other, string> = {
  buka: "B",
  mutant: "X",
  tutu: "U",
  hyla: "Y",
  intervention: "I",
  inquisitor: "Q",
};
/** Sail, twisted ring, feather, drop, raised hand, keyhole; in a box of 24 by 24. */
const OTHER_SHAPE: Record<Other, string> = {
  buka: "M11 2v13H3C4 9 7 5 11 2zm2 1c4 2 7 6 8 12h-8zM2 17h20c-1 3-3 5-6 5H8c-3 0-5-2-6-5z",
  mutant:
    "M12 2a10 10 0 0 1 9.5 7l-4 1.2A6 6 0 0 0 6.6 9.5L10 12H2V4l2.3 2.4A10 10 0 0 1 12 2zm10 10v8l-2.3-2.4A10 10 0 0 1 2.5 15l4-1.2a6 6 0 0 0 10.9.7L14 12z",
  tutu: "M20 2c1 8-2 14-9 15l-4 5-2-1 4-6C6 9 12 3 20 2zm-3 4c-3 2-5 4-6.5 7 3-1 5.5-3.5 6.5-7z",
  hyla: "M12 2c4 5 7 8.5 7 12.5a7 7 0 0 1-14 0C5 10.5 8 7 12 2zm-3 12a3 3 0 0 0 3 3v2a5 5 0 0 1-5-5z",
  intervention:
    "M7 12V6a1.3 1.3 0 0 1 2.6 0V4a1.3 1.3 0 0 1 2.6 0v1a1.3 1.3 0 0 1 2.6 0v2a1.3 1.3 0 0 1 2.6 0v8c0 4-2 7-6 7-4 0-5.5-2-8-7-.8-1.6 1-2.8 2.2-1.5z",
  inquisitor:
    "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 5a3.5 3.5 0 0 1 1.7 6.5L15 18H9l1.3-4.5A3.5 3.5 0 0 1 12 7z",
};

const isPeople = (kin: Kin): kin is People => (PEOPLES as readonly string[]).includes(kin);

export const letterOf = (kin: Kin): string => (isPeople(kin) ? LETTER_OF[kin] : OTHER_LETTER[kin]);
const colourOf = (kin: Kin): string => (isPeople(kin) ? COLOUR_OF[kin] : OTHER_COLOUR[kin]);
export const kinColour = (kin: Kin): string => `var(--people-${colourOf(kin)})`;
export const kinInk = (kin: Kin): string => `var(--people-${colourOf(kin)}-ink)`;

/** The bare shape, for use inside another drawing. */
export function KinShape({ kin, ...rest }: { kin: Kin } & React.SVGProps<SVGPathElement>) {
  if (isPeople(kin)) return <PeopleShape people={kin} {...rest} />;
  return <path d={OTHER_SHAPE[kin]} fillRule="evenodd" {...rest} />;
}

/** A round mark with colour, shape and letter, readable without colour vision. */
export function KinMark({ kin, size = 24, label }: { kin: Kin; size?: number | string; label?: string }) {
  return (
    <Icon size={size} label={label}>
      <circle cx="12" cy="12" r="11.5" fill={kinColour(kin)} stroke="var(--line-strong)" />
      <g transform="translate(5.5 2.6) scale(.54)">
        <KinShape kin={kin} fill={kinInk(kin)} />
      </g>
      <text x="12" y="21.8" textAnchor="middle" fontSize="7" fontWeight="700" fill={kinInk(kin)}>
        {letterOf(kin)}
      </text>
    </Icon>
  );
}
