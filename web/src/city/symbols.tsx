import { Icon } from "../ui/icon";
import type { SVGProps } from "react";
import type { Dragon, Power } from "./types";

/** Symbols of the game's pieces in boxes of 24 by 24, distinguishable without colour. */
export const SYMBOLS = {
  crystal: "M12 1.5 20 9l-8 13.5L4 9z",
  card: "M6 2h12a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2z",
  scale: "M12 2c6 2 9 6 9 10 0 6-5 9-9 10-4-1-9-4-9-10 0-4 3-8 9-10z",
  stone: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z",
  star: "M12 1.5l3.2 6.9 7.3.8-5.5 5 1.6 7.4L12 17.9l-6.6 3.7L7 14.2 1.5 9.2l7.3-.8z",
  participant: "M12 2a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM3 22c0-6 4-8.5 9-8.500s9 2.5 9 8.500z",
  neighbour: "M2 22V11l5-5 5 5v11zM14 22V11l4-4 4 4v11z",
  obelisk: "M8 20 10 5l2-4 2 4 2 15zM5 20h14v3H5z",
  steps:
    "M8 2c2.5 0 3.5 3 3 6l-.6 5H6.200L5.5 9C5 5 6 2 8 2zM6.4 14.500h3.800c.3 2-.5 3.5-2 3.500s-2-1.5-1.8-3.500zM16 6c2 0 3 3 2.5 7l-.7 4h-4.200l-.6-5c-.4-3 .6-6 3-6zM13.8 18.500h3.800c.2 2-.4 3.5-1.8 3.500s-2.3-1.5-2-3.500z",
  hand: "M3 8l8-4 3 12-8 4zM13 4h7v14h-4z",
} as const;
export type SymbolName = keyof typeof SYMBOLS;

const INK: Partial<Record<SymbolName, string>> = {
  crystal: "var(--crystal)",
  scale: "var(--scale)",
  star: "var(--scale)",
};

/** The bare shape, for use inside another drawing. */
export function SymbolShape({ name, ...rest }: { name: SymbolName } & SVGProps<SVGPathElement>) {
  return <path d={SYMBOLS[name]} fill={INK[name] ?? "currentColor"} {...rest} />;
}

export function SymbolIcon({ name, size = 18, label }: { name: SymbolName; size?: number; label?: string }) {
  return (
    <Icon size={size} label={label}>
      <SymbolShape name={name} />
    </Icon>
  );
}

/** Symbol of each card power, shown beside its text. */
const POWERS: Record<Power, string> = {
  fly: "M2 7c5-1 8 1 10 5 2-4 5-6 10-5-1 4-4 6-7 6 0 3-1 5-3 8-2-3-3-5-3-8-3 0-6-2-7-6z",
  hasten: "M3 4l8 8-8 8V4zm9 0l9 8-9 8V4z",
  move_dragon: "M2 13c3-7 8-9 11-8l5-3-1 4 5 3-5 3c0 5-4 9-10 9l3-4c-4 1-7 0-8-4z",
  any_colour: "M12 1l3 8 8 3-8 3-3 8-3-8-8-3 8-3z",
  pair: "M4 3h9v13H4zM11 8h9v13h-9z",
  recolour: "M12 2a10 10 0 1 1-8.7 5H1l4-5 4 5H6.500A7 7 0 1 0 12 5z",
  offer_again: "M7 20 9 6l2-4 2 4 2 14zM17 8h2V5h2v3h3v2h-3v3h-2v-3h-2z",
};

export function PowerIcon({ power, size = 16 }: { power: Power; size?: number }) {
  return (
    <Icon size={size}>
      <path d={POWERS[power]} fill="currentColor" />
    </Icon>
  );
}

const DRAGON_INK: Record<Dragon, string> = {
  red: "var(--people-red)",
  green: "var(--people-green)",
  blue: "var(--people-blue)",
};
/** Dragons also differ by crest: one horn, two horns, a fin. */
const CREST: Record<Dragon, string> = {
  red: "M25 8l-1-7 5 6z",
  green: "M23 8l-3-7 5 5 1-6 3 7z",
  blue: "M14 12q5-11 12-5l-3 3z",
};

/** A dragon in a box of 40 by 32. */
export function DragonShape({ dragon }: { dragon: Dragon }) {
  return (
    <g fill={DRAGON_INK[dragon]} stroke="var(--piece-edge)" strokeWidth="1.2" strokeLinejoin="round">
      <path d="M16 14C12 6 6 3 1 4c3 2 3 4 2 6 3 0 4 2 3 4 3-1 5 0 6 3z" opacity="0.85" />
      <path d={CREST[dragon]} />
      <path d="M12 16c3-6 8-8 12-9l7 1 7 4-2 3-6 0c1 6-3 12-10 13-6 1-11-1-14-6 3 2 7 2 9 0-2-1-3-3-3-6z" />
      <circle cx="30" cy="11" r="1.3" fill="#fff" stroke="none" />
    </g>
  );
}

export function DragonIcon({ dragon, size = 24, label }: { dragon: Dragon; size?: number; label?: string }) {
  return (
    <svg
      width={size}
      height={(size * 32) / 40}
      viewBox="0 0 40 32"
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <DragonShape dragon={dragon} />
    </svg>
  );
}
