import type { DuelCard } from "../contract/duel";

/** Symbols of the cards in a box of 24 by 24. Each is explained in words, too. */
export type Icon = DuelCard["icons"][number];
export type CardType = DuelCard["type"];
export type Element = "fire" | "earth";

const FLAME = "M12 2c1 4 6 6 6 12a6 6 0 0 1-12 0c0-3 2-4 2.5-7 1.5 1 2 2.5 2 4 1.5-2 2-5 1.5-9z";
const HILL = "M1 20 9 6l4 7 2.5-4L23 20z";
const SHIELD = "M12 1.5 21 5v7c0 5-4 8.5-9 10.5C7 20.5 3 17 3 12V5z";
const MOON = "M16 3a9.5 9.5 0 1 0 5 12.5A8 8 0 0 1 16 3z";

type Drawing = React.SVGProps<SVGSVGElement> & { size?: number | string };

function Sign({ size = "1em", children, ...rest }: Drawing) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" fill="currentColor" {...rest}>
      {children}
    </svg>
  );
}

export function ElementSign({ element, ...rest }: { element: Element } & Drawing) {
  return (
    <Sign {...rest}>
      <path d={element === "fire" ? FLAME : HILL} />
    </Sign>
  );
}

export function MoonSign(rest: Drawing) {
  return (
    <Sign {...rest}>
      <path d={MOON} />
    </Sign>
  );
}

/** A dragon from the side with a raised wing. */
export function DragonSign(rest: Drawing) {
  return (
    <Sign {...rest}>
      <path d="M2 9c2-2 4-2.5 6-2L12.5 2c-.5 2 0 4 1 5.5L21 4c-1 2-1.2 3.5-.5 5.5-2-.5-3.5 0-4.5 1.5 3 1 5 3.5 5 7-1.5-2.5-3.5-3.5-5.5-3 .5 3-1 5.5-4 7 .8-2.5.5-4.5-1-6-2 .2-4-.5-5-2l2.2-.2L5.5 11z" />
    </Sign>
  );
}

export function CrystalSign(rest: Drawing) {
  return (
    <Sign {...rest}>
      <path d="M12 1.5 19 8.5 12 22.5 5 8.5zm0 3L8.2 8.7 12 17z" fillRule="evenodd" />
    </Sign>
  );
}

/** Marks a card whose text is not shown here. */
export function TextSign(rest: Drawing) {
  return (
    <Sign {...rest}>
      <path d="M4 5h16v2.4H4zm0 5.8h16v2.4H4zm0 5.8h10V19H4z" />
    </Sign>
  );
}

const ring = <circle cx="12" cy="12" r="9.5" fill="none" stroke="currentColor" strokeWidth="2.2" />;
const letters = (text: string) => (
  <text x="12" y="15.8" textAnchor="middle" fontSize={text.length > 3 ? 6.4 : 7.6} fontWeight="800">
    {text}
  </text>
);
const gang = (text: string) => (
  <>
    <rect x="1.5" y="6" width="21" height="13" rx="3" fill="none" stroke="currentColor" strokeWidth="2" />
    {letters(text)}
  </>
);
const mask =
  "M2 6c3-1.5 7-1.5 10 0 3-1.5 7-1.5 10 0 0 7-2 11-5 11-2.5 0-4-2-5-4-1 2-2.5 4-5 4-3 0-5-4-5-11zm4 4c1 2 3 2.5 4.5 1.5C9.5 9.5 8 9 6 10zm12 0c-1 2-3 2.5-4.5 1.5 1-2 2.5-2.5 4.5-1.5z";
const bluff = (below?: string) => (
  <>
    <g transform={below ? "translate(1.5 -2) scale(.875)" : "translate(0 1)"}>
      <path d={mask} fillRule="evenodd" />
    </g>
    {below && (
      <g transform="translate(7.5 14.5) scale(.38)">
        <path d={below} />
      </g>
    )}
  </>
);
const shielded = (element: string) => (
  <>
    <path d={SHIELD} fill="none" stroke="currentColor" strokeWidth="2.2" />
    <g transform="translate(6 5.5) scale(.5)">
      <path d={element} />
    </g>
  </>
);

const ICONS: Record<Icon, React.ReactNode> = {
  shield_fire: shielded(FLAME),
  shield_earth: shielded(HILL),
  stop: <path d="M8 2h8l6 6v8l-6 6H8l-6-6V8zm-1 8.5v3h10v-3z" fillRule="evenodd" />,
  retrieve: <path d="M9 3 2 9.5 9 16v-4.3h5a3.5 3.5 0 0 1 0 7H8V22h6a6.8 6.8 0 0 0 0-13.6H9z" />,
  protected: (
    <path
      d="M7 10V8a5 5 0 0 1 10 0v2h2v11H5V10zm2.5 0h5V8a2.5 2.5 0 0 0-5 0zm1.2 4v4h2.6v-4z"
      fillRule="evenodd"
    />
  ),
  free: (
    <>
      {ring}
      <path d="M10.7 6.5h2.6v4.2h4.2v2.6h-4.2v4.2h-2.6v-4.2H6.5v-2.6h4.2z" />
    </>
  ),
  pair: (
    <>
      <rect x="2.5" y="5" width="11" height="15" rx="2" fill="none" stroke="currentColor" strokeWidth="2" />
      <path d="M10 2h10a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2h-4v-2h3.5V4.3H10z" />
    </>
  ),
  gang_cool: gang("COOL"),
  gang_fun: gang("FUN"),
  gang_no: gang("NO"),
  gang_top: gang("TOP"),
  bluff_none: bluff(),
  bluff_fire: bluff(FLAME),
  bluff_earth: bluff(HILL),
  replace: <path d="M7 3 2 8l5 5V9.5h13v-3H7zm10 8v3.5H4v3h13V21l5-5z" />,
};

export function IconSign({ icon, ...rest }: { icon: Icon } & Drawing) {
  return <Sign {...rest}>{ICONS[icon]}</Sign>;
}

const TYPES: Record<CardType, React.ReactNode> = {
  leader: <path d="M2 7l5 4 5-8 5 8 5-4-2 11H4zm2 13h16v2H4z" />,
  inquisitor: (
    <path
      d="M12 2 23 21H1zm0 8c-3 0-5 2-6 4 1 2 3 3.5 6 3.5s5-1.5 6-3.5c-1-2-3-4-6-4zm0 1.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z"
      fillRule="evenodd"
    />
  ),
  character: (
    <path d="M12 2a5 5 0 0 1 3.2 8.8C19 12 21.5 15.5 22 22H2c.5-6.5 3-10 6.8-11.2A5 5 0 0 1 12 2z" />
  ),
  booster: <path d="M12 2 21 11h-4.5L12 6.7 7.5 11H3zm0 8 9 9h-4.5L12 14.7 7.5 19H3z" />,
  support: <path d="M12 2 22 8v2H2V8zM4 11.5h3V18H4zm6.5 0h3V18h-3zm6.5 0h3V18h-3zM2 19.5h20V22H2z" />,
  leadership: (
    <path d="M5 2h12a3 3 0 0 1 3 3v1.5h-4V19a3 3 0 0 1-3 3H4a2.5 2.5 0 0 1-2.5-2.5V18H11V5a3 3 0 0 0-.2-1H7v12H5z" />
  ),
  ship: <path d="M11 2v13H3C4 9 7 5 11 2zm2 1c4 2 7 6 8 12h-8zM2 17h20c-1 3-3 5-6 5H8c-3 0-5-2-6-5z" />,
  hyla: <path d="M12 2c4 5 7 8.5 7 12.5a7 7 0 0 1-14 0C5 10.5 8 7 12 2z" />,
  achievement: (
    <path
      d="M7 2h10l-2.5 6.5a7 7 0 1 1-5 0zm5 8.5-1.4 3-3.2.4 2.3 2.2-.6 3.2 2.9-1.6 2.9 1.6-.6-3.2 2.3-2.2-3.2-.4z"
      fillRule="evenodd"
    />
  ),
  intervention: <path d="M14 1 4 13.5h6L8.5 23 20 9.5h-7z" />,
};

export function TypeSign({ type, ...rest }: { type: CardType } & Drawing) {
  return <Sign {...rest}>{TYPES[type]}</Sign>;
}

/** Bare paths for card pictures. */
export const TYPE_DRAWINGS = TYPES;
export const SHIELD_PATH = SHIELD;
export const ELEMENT_PATHS: Record<Element, string> = { fire: FLAME, earth: HILL };
