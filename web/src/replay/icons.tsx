const SHAPES = {
  first: "M6 5h2.5v14H6zM20 5v14l-10-7z",
  previous: "M8 12l7-8 7 8-7 8zM6 5v14L1 12z",
  back: "M16 5v14L6 12z",
  play: "M7 4v16l13-8z",
  pause: "M6 4h4.5v16H6zm7.5 0H18v16h-4.5z",
  forward: "M8 5v14l10-7z",
  next: "M16 12l-7-8-7 8 7 8zM18 5v14l5-7z",
  last: "M4 5v14l10-7zM15.5 5H18v14h-2.5z",
} as const;

export function Icon({ shape }: { shape: keyof typeof SHAPES }) {
  return (
    <svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true">
      <path d={SHAPES[shape]} fill="currentColor" />
    </svg>
  );
}
