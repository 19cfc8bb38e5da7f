export function percentile(sorted, percent) {
  return sorted.length ? sorted[Math.min(sorted.length - 1, Math.floor((percent / 100) * sorted.length))] : 0;
}

export const round = (value, digits = 2) => Number((Number.isFinite(value) ? value : 0).toFixed(digits));
