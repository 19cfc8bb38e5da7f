/** Pick a random name from a comma-separated list. */
export function suggestedName(names: string, random: () => number = Math.random): string {
  const candidates = names.split(",");
  return candidates[Math.floor(random() * candidates.length)] ?? "";
}
