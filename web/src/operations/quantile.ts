/** How many were observed to be `upTo` or less: cumulative, as Prometheus has them. */
export interface Bucket {
  upTo: number;
  count: number;
}

/**
 * The q-quantile of a histogram, read as Prometheus' `histogram_quantile` reads it: observations are
 * taken to lie evenly within their bucket, the first one begins at 0, and what lies beyond the last
 * finite bound is said to be that bound. Null when nothing was observed.
 */
export function quantile(q: number, buckets: readonly Bucket[]): number | null {
  const sorted = monotonic([...buckets].sort((a, b) => a.upTo - b.upTo));
  const last = sorted.at(-1);
  if (sorted.length < 2 || last?.upTo !== Infinity || last.count === 0) return null;
  const rank = q * last.count;
  const at = sorted.findIndex((bucket) => bucket.count >= rank);
  const found = sorted[at]!;
  if (found.upTo === Infinity) return sorted.at(-2)!.upTo;
  const below = at > 0 ? sorted[at - 1]! : { upTo: Math.min(0, found.upTo), count: 0 };
  const within = found.count - below.count;
  if (within === 0) return found.upTo;
  return below.upTo + ((found.upTo - below.upTo) * (rank - below.count)) / within;
}

/** Buckets are read one after the other while others count on: a later one may seem to hold less. */
function monotonic(buckets: Bucket[]): Bucket[] {
  let most = 0;
  return buckets.map(({ upTo, count }) => ({ upTo, count: (most = Math.max(most, count)) }));
}

/** The same histogram of several services or several moments as one. */
export function together(histograms: readonly (readonly Bucket[])[]): Bucket[] {
  const sums = new Map<number, number>();
  for (const histogram of histograms)
    for (const { upTo, count } of histogram) sums.set(upTo, (sums.get(upTo) ?? 0) + count);
  return [...sums].map(([upTo, count]) => ({ upTo, count })).sort((a, b) => a.upTo - b.upTo);
}
