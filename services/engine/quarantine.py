"""Runs a suspect command alone in the engine.

When an engine crashes, every command it was processing counts one more delivery. If a command that
crashes engines ran beside others, of any shard, they would all become dead letters with it.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Quarantine:
    """A lock that many holders share, or one holds exclusively."""

    def __init__(self) -> None:
        self._gate = asyncio.Lock()
        self._shared_count = 0
        self._no_shared = asyncio.Event()
        self._no_shared.set()

    @asynccontextmanager
    async def shared(self) -> AsyncIterator[None]:
        """Hold the lock together with other shared holders."""
        async with self._gate:
            self._shared_count += 1
            self._no_shared.clear()
        try:
            yield
        finally:
            self._shared_count -= 1
            if not self._shared_count:
                self._no_shared.set()

    @asynccontextmanager
    async def exclusive(self) -> AsyncIterator[None]:
        """Hold the lock alone: wait for current holders to finish, and make new ones wait."""
        async with self._gate:
            await self._no_shared.wait()
            yield
