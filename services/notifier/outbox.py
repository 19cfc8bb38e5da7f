"""What waits to be sent to one client: bounded in frames and in bytes."""

import asyncio

from services.notifier.frames import Frame


class Outbox:
    """What happens is put in at once, or not at all. Histories wait until it is half empty, so
    that reading one never makes a client too slow for what happens meanwhile."""

    __slots__ = ("_bytes", "_bytes_max", "_frames", "_frames_max", "_room")

    def __init__(self, frames_max: int, bytes_max: int) -> None:
        # A list, though taken from its front: it is short, and empty it costs a tenth of a deque.
        self._frames: list[Frame] = []
        self._bytes = 0
        self._frames_max = frames_max
        self._bytes_max = bytes_max
        # Made when somebody waits: most clients never have anybody waiting.
        self._room: asyncio.Event | None = None

    def __len__(self) -> int:
        return len(self._frames)

    def put(self, frame: Frame) -> bool:
        """False when it does not fit. A frame that is large by itself fits when it is alone."""
        if len(self._frames) >= self._frames_max:
            return False
        if self._frames and self._bytes + frame.size > self._bytes_max:
            return False
        self._frames.append(frame)
        self._bytes += frame.size
        return True

    def take(self) -> Frame | None:
        if not self._frames:
            return None
        frame = self._frames.pop(0)
        self._bytes -= frame.size
        if self._room is not None and self._is_half_empty():
            self._room.set()
            self._room = None
        return frame

    def clear(self) -> None:
        self._frames.clear()
        self._bytes = 0

    async def room(self) -> None:
        """Until it is half empty."""
        while not self._is_half_empty():
            if self._room is None:
                self._room = asyncio.Event()
            await self._room.wait()

    def _is_half_empty(self) -> bool:
        return len(self._frames) * 2 < self._frames_max and self._bytes * 2 <= self._bytes_max
