const TABLE_ID = /^[A-Za-z0-9_-]{1,64}$/;
const TABLE_PATH = /^\/(?:table|replay)\/[A-Za-z0-9_-]{1,64}$/;

/** Return the path of a pasted table link, or null if it is not one. */
export function pathFromLink(pasted: string, origin: string): string | null {
  const text = pasted.trim();
  if (TABLE_ID.test(text)) return `/table/${text}`;
  if (!URL.canParse(text, origin)) return null;
  const url = new URL(text, origin);
  if (url.origin !== origin || !TABLE_PATH.test(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}
