import type { Viewer } from "../table/seen";

/** A moment of a game, as a link names it. */
export interface Moment {
  at: number | null;
  eyes: Viewer | null;
}

export function momentOf(search: string): Moment {
  const query = new URLSearchParams(search);
  const whole = (text: string | null) => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null);
  const eyes = query.get("as");
  return { at: whole(query.get("at")), eyes: eyes === "spectator" ? eyes : whole(eyes) };
}

export function searchOf({ at, eyes }: Moment): string {
  const query = new URLSearchParams();
  if (at !== null) query.set("at", String(at));
  if (eyes !== null) query.set("as", String(eyes));
  return query.size > 0 ? `?${query}` : "";
}
