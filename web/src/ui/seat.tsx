/** Seats differ by shape as well as by colour: circle, square, diamond, hexagon. Box of 24 by 24. */
const SHAPE_OF = [
  "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20z",
  "M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z",
  "M12 1 23 12 12 23 1 12z",
  "M6.5 2.5h11L23 12l-5.5 9.5h-11L1 12z",
];

export const seatColour = (seat: number) => `var(--seat-${seat})`;

/** The bare shape, for use inside another drawing. */
export function SeatShape({ seat, ...rest }: { seat: number } & React.SVGProps<SVGPathElement>) {
  return <path d={SHAPE_OF[seat] ?? SHAPE_OF[0]} fill={seatColour(seat)} {...rest} />;
}

/** A seat's mark with the initial of its player. */
export function SeatMark({ seat, name, size = 24 }: { seat: number; name?: string | null; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <SeatShape seat={seat} stroke="var(--line-strong)" strokeWidth="0.5" />
      <text x="12" y="16.5" textAnchor="middle" fontSize="12" fontWeight="700" fill="var(--seat-ink)">
        {(name ?? "").slice(0, 1).toUpperCase()}
      </text>
    </svg>
  );
}
