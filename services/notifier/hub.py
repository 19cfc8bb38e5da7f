"""Who listens to which game. One reader of each shard's feed serves all listeners of a process."""

import asyncio

from msgspec import Struct

QUEUE_COMMITS_MAX = 256


class Told(Struct, frozen=True):
    """A commit of the feed, still as it was written."""

    seq: int
    commit: bytes


class Listener:
    """A bounded queue of what came in. One that falls behind is told so, and dropped."""

    def __init__(self, game: str, queue_max: int = QUEUE_COMMITS_MAX) -> None:
        self.game = game
        self.too_slow = False
        self._queue: asyncio.Queue[Told] = asyncio.Queue(queue_max)

    def tell(self, told: Told) -> None:
        try:
            self._queue.put_nowait(told)
        except asyncio.QueueFull:
            self.too_slow = True

    async def next(self) -> Told:
        return await self._queue.get()


class Hub:
    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = {}

    def join(self, listener: Listener) -> None:
        self._listeners.setdefault(listener.game, set()).add(listener)

    def leave(self, listener: Listener) -> None:
        listeners = self._listeners.get(listener.game, set())
        listeners.discard(listener)
        if not listeners:
            self._listeners.pop(listener.game, None)

    def tell(self, game: str, told: Told) -> None:
        for listener in self._listeners.get(game, ()):
            listener.tell(told)

    @property
    def listeners(self) -> int:
        return sum(len(listeners) for listeners in self._listeners.values())
