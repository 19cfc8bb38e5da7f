"""Read lines from stdin without blocking the event loop."""

import asyncio
import os
import stat
import sys

LINE_BYTES_MAX = 1 << 16


class InputLines:
    """A context manager inside a running loop. A line of None means end of input."""

    def __init__(self) -> None:
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._partial = b""
        self._watched_fd: int | None = None
        self.is_interactive = sys.stdin.isatty()

    def __enter__(self) -> "InputLines":
        fd = _waitable_stdin()
        if fd is None:
            for line in sys.stdin.read().splitlines():
                self._lines.put_nowait(line)
            self._lines.put_nowait(None)
        else:
            # A thread that waits for input cannot be stopped and would block the exit.
            self._watched_fd = fd
            asyncio.get_running_loop().add_reader(fd, self._read, fd)
        return self

    def __exit__(self, *_error: object) -> None:
        if self._watched_fd is not None:
            asyncio.get_running_loop().remove_reader(self._watched_fd)

    async def next(self) -> str | None:
        return await self._lines.get()

    def _read(self, fd: int) -> None:
        content = os.read(fd, LINE_BYTES_MAX)
        *lines, self._partial = (self._partial + content).split(b"\n")
        if not content and self._partial:
            lines.append(self._partial)
        for line in lines:
            self._lines.put_nowait(line.decode(errors="replace"))
        if not content:
            self._lines.put_nowait(None)
            asyncio.get_running_loop().remove_reader(fd)
            self._watched_fd = None


def _waitable_stdin() -> int | None:
    """Return stdin if the event loop can watch it: a terminal or a pipe, not a file."""
    try:
        fd = sys.stdin.fileno()
    except (OSError, ValueError):
        return None
    mode = os.fstat(fd).st_mode
    can_wait = stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or os.isatty(fd)
    return fd if can_wait else None
