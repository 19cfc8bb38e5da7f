/**
 * A token that this browser holds for a seat, or as a spectator. Tokens are kept in local storage and
 * shared by tabs. A token in a link's fragment (`#token=...`) is stored and removed from the URL, so that
 * it does not stay in the history.
 */
export interface SeatToken {
  table: string;
  /** A seat number, or a spectator. */
  viewer: number | "spectator";
  token: string;
  /** Storage time; the oldest tokens are dropped first. */
  at: number;
}

const TOKENS_MAX = 200;
const STORAGE_KEY = "bluemoon.keys";

function read(): SeatToken[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(stored) ? (stored as SeatToken[]) : [];
  } catch {
    return [];
  }
}

function write(tokens: SeatToken[]): void {
  try {
    localStorage.setItem(
      STORAGE_KEY,
      JSON.stringify(tokens.sort((a, b) => b.at - a.at).slice(0, TOKENS_MAX)),
    );
  } catch {
    // Without local storage, tokens last until the page is left.
  }
}

export function storeToken(table: string, token: string): SeatToken {
  const seatToken = { table, viewer: viewerOfToken(token), token, at: Date.now() };
  write([
    seatToken,
    ...read().filter((other) => !(other.table === table && other.viewer === seatToken.viewer)),
  ]);
  return seatToken;
}

export function removeToken(table: string, viewer: SeatToken["viewer"]): void {
  write(read().filter((seatToken) => !(seatToken.table === table && seatToken.viewer === viewer)));
}

/** Return the best token of a table: a seat's before a spectator's. */
export function findToken(table: string, viewer?: SeatToken["viewer"]): SeatToken | null {
  const candidates = read().filter(
    (seatToken) => seatToken.table === table && (viewer === undefined || seatToken.viewer === viewer),
  );
  return candidates.find((seatToken) => seatToken.viewer !== "spectator") ?? candidates[0] ?? null;
}

export const storedTokens = read;

/** Read the viewer from a token without verifying it. The server does that. */
export function viewerOfToken(token: string): SeatToken["viewer"] {
  try {
    const body = token.split(".")[1] ?? "";
    const { seat } = JSON.parse(atob(body.replace(/-/g, "+").replace(/_/g, "/"))) as { seat: unknown };
    return typeof seat === "number" ? seat : "spectator";
  } catch {
    return "spectator";
  }
}

/** Store the token in the URL, if any, and remove it from there. */
export function takeTokenFromUrl(table: string): SeatToken | null {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (!token) return null;
  history.replaceState(history.state, "", location.pathname + location.search);
  return storeToken(table, token);
}
