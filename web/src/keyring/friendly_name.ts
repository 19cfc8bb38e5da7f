/** A name for somebody who has none yet, by lot from a list that is separated by commas. */
export function friendlyName(names: string, lot: () => number = Math.random): string {
  const all = names.split(",");
  return all[Math.floor(lot() * all.length)] ?? "";
}
