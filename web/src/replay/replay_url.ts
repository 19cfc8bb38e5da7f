import type { Viewer } from "../table/table_view";

/** A position in a replay, as encoded in a link. */
export interface Moment {
  seq: number | null;
  viewer: Viewer | null;
}

export function momentOf(search: string): Moment {
  const query = new URLSearchParams(search);
  const parseNumber = (text: string | null) =>
    text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
  const viewer = query.get("as");
  return { seq: parseNumber(query.get("at")), viewer: viewer === "spectator" ? viewer : parseNumber(viewer) };
}

export function searchOf({ seq, viewer }: Moment): string {
  const query = new URLSearchParams();
  if (seq !== null) query.set("at", String(seq));
  if (viewer !== null) query.set("as", String(viewer));
  return query.size > 0 ? `?${query}` : "";
}
