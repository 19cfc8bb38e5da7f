const PLACE = "bluemoon.operations.key";

/**
 * The platform's key, from the address (`#key=...`) or from earlier in this tab. It is wiped from the
 * address, so that it does not stay in the history, and forgotten with the tab.
 */
export function keyAtHand(): string {
  const given = new URLSearchParams(location.hash.slice(1)).get("key");
  if (given === null) return sessionStorage.getItem(PLACE) ?? "";
  history.replaceState(history.state, "", location.pathname + location.search);
  keepKey(given);
  return given.trim();
}

export function keepKey(key: string): void {
  sessionStorage.setItem(PLACE, key.trim());
}

export function forgetKey(): void {
  sessionStorage.removeItem(PLACE);
}
