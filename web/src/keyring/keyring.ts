/**
 * The tokens this browser holds: which seats it plays, which games it watches. Kept across visits and
 * shared by tabs. A token in a link's fragment (`#token=...`) is taken in and wiped from the address,
 * so that it doesn't stay in the history.
 */
export interface Key {
  table: string;
  /** A seat's number, or a spectator. */
  viewer: number | "spectator";
  token: string;
  /** When it came, to forget the oldest first. */
  at: number;
}

const KEPT_MAX = 200;
const PLACE = "bluemoon.keys";

function read(): Key[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(kept) ? (kept as Key[]) : [];
  } catch {
    return [];
  }
}

function write(keys: Key[]): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(keys.sort((a, b) => b.at - a.at).slice(0, KEPT_MAX)));
  } catch {
    // A browser that keeps nothing still plays, until the page is left.
  }
}

export function keep(table: string, token: string): Key {
  const key = { table, viewer: viewerOf(token), token, at: Date.now() };
  write([key, ...read().filter((other) => !(other.table === table && other.viewer === key.viewer))]);
  return key;
}

export function forget(table: string, viewer: Key["viewer"]): void {
  write(read().filter((key) => !(key.table === table && key.viewer === viewer)));
}

/** The best key for a table: a seat's before a spectator's. */
export function keyOf(table: string, viewer?: Key["viewer"]): Key | null {
  const found = read().filter(
    (key) => key.table === table && (viewer === undefined || key.viewer === viewer),
  );
  return found.find((key) => key.viewer !== "spectator") ?? found[0] ?? null;
}

export const keys = read;

/** What the token says of its holder; whether it is true is the server's business. */
export function viewerOf(token: string): Key["viewer"] {
  try {
    const body = token.split(".")[1] ?? "";
    const { seat } = JSON.parse(atob(body.replace(/-/g, "+").replace(/_/g, "/"))) as { seat: unknown };
    return typeof seat === "number" ? seat : "spectator";
  } catch {
    return "spectator";
  }
}

/** Takes a token out of the address, if there is one. */
export function takeFromAddress(table: string): Key | null {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (!token) return null;
  history.replaceState(history.state, "", location.pathname + location.search);
  return keep(table, token);
}
