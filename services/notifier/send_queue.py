"""Frames waiting to be sent to one client, bounded in number and in bytes."""

import asyncio
from collections.abc import Sequence

from services.notifier.frames import Frame


class SendQueue:
    """Accepts a live frame at once or rejects it. Histories wait until the queue is half empty,
    so that reading one never makes a client too slow for live frames."""

    __slots__ = ("_bytes", "_bytes_max", "_frames", "_frames_max", "_half_empty")

    def __init__(self, frames_max: int, bytes_max: int) -> None:
        # A list, although frames are popped from its front: it is short, and an empty list needs a
        # tenth of the memory of an empty deque.
        self._frames: list[Frame] = []
        self._bytes = 0
        self._frames_max = frames_max
        self._bytes_max = bytes_max
        # Created on demand: most clients never have a waiter.
        self._half_empty: asyncio.Event | None = None

    def __len__(self) -> int:
        return len(self._frames)

    def put(self, frame: Frame) -> bool:
        """Append a frame; False if it does not fit. An empty queue accepts a frame of any size."""
        if len(self._frames) >= self._frames_max:
            return False
        if self._frames and self._bytes + frame.size > self._bytes_max:
            return False
        self._frames.append(frame)
        self._bytes += frame.size
        return True

    def pop(self) -> Frame | None:
        if not self._frames:
            return None
        frame = self._frames.pop(0)
        self._bytes -= frame.size
        self._note_half_empty()
        return frame

    @property
    def frames(self) -> Sequence[Frame]:
        return self._frames

    def clear(self) -> None:
        self._frames.clear()
        self._bytes = 0
        self._note_half_empty()

    def _note_half_empty(self) -> None:
        if self._half_empty is not None and self._is_half_empty():
            self._half_empty.set()
            self._half_empty = None

    async def wait_until_half_empty(self) -> None:
        while not self._is_half_empty():
            if self._half_empty is None:
                self._half_empty = asyncio.Event()
            await self._half_empty.wait()

    def _is_half_empty(self) -> bool:
        return len(self._frames) * 2 < self._frames_max and self._bytes * 2 <= self._bytes_max
