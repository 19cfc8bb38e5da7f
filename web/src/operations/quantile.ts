/** Number of observations up to `upTo`: cumulative, like in Prometheus. */
export interface Bucket {
  upTo: number;
  count: number;
}

/**
 * Return the q-quantile like Prometheus' `histogram_quantile`: values are evenly distributed within a
 * bucket, the first bucket starts at 0, and values beyond the last finite bound count as that bound. Null
 * without observations.
 */
export function quantile(q: number, buckets: readonly Bucket[]): number | null {
  const sorted = monotonic([...buckets].sort((a, b) => a.upTo - b.upTo));
  const last = sorted.at(-1);
  if (sorted.length < 2 || last?.upTo !== Infinity || last.count === 0) return null;
  const rank = q * last.count;
  const index = sorted.findIndex((bucket) => bucket.count >= rank);
  const bucket = sorted[index]!;
  if (bucket.upTo === Infinity) return sorted.at(-2)!.upTo;
  const below = index > 0 ? sorted[index - 1]! : { upTo: Math.min(0, bucket.upTo), count: 0 };
  const within = bucket.count - below.count;
  if (within === 0) return bucket.upTo;
  return below.upTo + ((bucket.upTo - below.upTo) * (rank - below.count)) / within;
}

/** Buckets are read one after the other while counting continues, so a later one may appear smaller. */
function monotonic(buckets: Bucket[]): Bucket[] {
  let highest = 0;
  return buckets.map(({ upTo, count }) => ({ upTo, count: (highest = Math.max(highest, count)) }));
}

/** Merge histograms of several services or readings. */
export function mergeHistograms(histograms: readonly (readonly Bucket[])[]): Bucket[] {
  const sums = new Map<number, number>();
  for (const histogram of histograms)
    for (const { upTo, count } of histogram) sums.set(upTo, (sums.get(upTo) ?? 0) + count);
  return [...sums].map(([upTo, count]) => ({ upTo, count })).sort((a, b) => a.upTo - b.upTo);
}
