"""Says how far a long step is."""

import sys
import time

INTERVAL_SECONDS = 5.0


class Progress:
    def __init__(self, what: str, total: int) -> None:
        self._what = what
        self._total = total
        self._started_at = self._shown_at = time.monotonic()
        print(f"==> {what}: {total:,}", file=sys.stderr)

    def show(self, done: int) -> None:
        """Print a line, unless the last one is recent."""
        now = time.monotonic()
        if now - self._shown_at >= INTERVAL_SECONDS:
            self._shown_at = now
            seconds = now - self._started_at
            print(f"    {done:,} of {self._total:,} after {seconds:.0f} s", file=sys.stderr)
