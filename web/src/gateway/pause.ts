/** Wait, or reject when the signal aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

/** Exponential backoff with jitter, so that clients don't all reconnect at once. */
export function backoffMs(attempt: number, firstMs: number, maxMs: number): number {
  const span = Math.min(maxMs, firstMs * 2 ** attempt);
  return span / 2 + (Math.random() * span) / 2;
}
