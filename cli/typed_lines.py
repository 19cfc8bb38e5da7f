"""Lines that somebody types, or that a script says, without anyone waiting for them."""

import asyncio
import os
import stat
import sys

LINE_BYTES_MAX = 1 << 16


class TypedLines:
    """Use it as a context manager inside a running loop. A line of None is the end."""

    def __init__(self) -> None:
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._rest = b""
        self._watched: int | None = None
        self.by_hand = sys.stdin.isatty()

    def __enter__(self) -> "TypedLines":
        descriptor = _waitable()
        if descriptor is None:
            for line in sys.stdin.read().splitlines():
                self._lines.put_nowait(line)
            self._lines.put_nowait(None)
        else:
            # Not a thread: one that waits for input can't be ended, and would spoil the exit.
            self._watched = descriptor
            asyncio.get_running_loop().add_reader(descriptor, self._read, descriptor)
        return self

    def __exit__(self, *_error: object) -> None:
        if self._watched is not None:
            asyncio.get_running_loop().remove_reader(self._watched)

    async def next(self) -> str | None:
        return await self._lines.get()

    def _read(self, descriptor: int) -> None:
        content = os.read(descriptor, LINE_BYTES_MAX)
        *lines, self._rest = (self._rest + content).split(b"\n")
        if not content and self._rest:
            lines.append(self._rest)
        for line in lines:
            self._lines.put_nowait(line.decode(errors="replace"))
        if not content:
            self._lines.put_nowait(None)
            asyncio.get_running_loop().remove_reader(descriptor)
            self._watched = None


def _waitable() -> int | None:
    """The input, if it is of a kind that can be waited for: a terminal or a pipe, not a file."""
    try:
        descriptor = sys.stdin.fileno()
    except (OSError, ValueError):
        return None
    mode = os.fstat(descriptor).st_mode
    waits = stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or os.isatty(descriptor)
    return descriptor if waits else None
