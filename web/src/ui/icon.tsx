import type { ReactNode } from "react";

/** An icon in a box of 24 by 24: an image with a label, decoration without one. */
export function Icon({
  label,
  size = 24,
  children,
}: {
  label?: string;
  size?: number | string;
  children: ReactNode;
}) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      {children}
    </svg>
  );
}

/** Inline symbols, drawn because not every system font has them. */
const GLYPHS = {
  back: "M20 12H5m7-7-7 7 7 7",
  close: "M6 6l12 12M18 6 6 18",
  done: "M5 13l4.5 4.5L19 7",
} as const;

export function Glyph({ name }: { name: keyof typeof GLYPHS }) {
  return (
    <svg className="glyph" viewBox="0 0 24 24" aria-hidden="true">
      <path d={GLYPHS[name]} />
    </svg>
  );
}
