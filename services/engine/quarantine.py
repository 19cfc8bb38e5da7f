"""One command alone in the whole engine, when it may be what kills engines.

An engine that dies leaves a mark on everything it had in hand. Decided among others, of its own
shard or of another, the one that kills would mark them all, and they would be put aside with it.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Quarantine:
    def __init__(self) -> None:
        self._gate = asyncio.Lock()
        self._together = 0
        self._nobody = asyncio.Event()
        self._nobody.set()

    @asynccontextmanager
    async def together(self) -> AsyncIterator[None]:
        """Beside others, but beside nobody who has to be alone."""
        async with self._gate:
            self._together += 1
            self._nobody.clear()
        try:
            yield
        finally:
            self._together -= 1
            if not self._together:
                self._nobody.set()

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """Whoever comes waits outside, and whoever is inside finishes first."""
        async with self._gate:
            await self._nobody.wait()
            yield
