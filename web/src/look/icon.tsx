import type { ReactNode } from "react";

/** A drawing in a box of 24 by 24: with a name it is a picture, without one it is decoration. */
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
