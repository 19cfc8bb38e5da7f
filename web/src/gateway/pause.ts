/** Waits, or rejects as soon as the signal says that nobody wants to know any more. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

/** By lot from a span that doubles, so that thousands who lost the server don't come back together. */
export function backoffMs(attempt: number, firstMs: number, mostMs: number): number {
  const span = Math.min(mostMs, firstMs * 2 ** attempt);
  return span / 2 + (Math.random() * span) / 2;
}
