const STORAGE_KEY = "bluemoon.operations.key";

/**
 * Return the operator key from the URL (`#key=...`) or from session storage. It is removed from the URL, so
 * that it does not stay in the history.
 */
export function currentKey(): string {
  const fromUrl = new URLSearchParams(location.hash.slice(1)).get("key");
  if (fromUrl === null) return sessionStorage.getItem(STORAGE_KEY) ?? "";
  history.replaceState(history.state, "", location.pathname + location.search);
  storeKey(fromUrl);
  return fromUrl.trim();
}

export function storeKey(key: string): void {
  sessionStorage.setItem(STORAGE_KEY, key.trim());
}

export function removeKey(): void {
  sessionStorage.removeItem(STORAGE_KEY);
}
