"""One stream of lines from many processes, each line with the name of whose it is."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TextIO

import structlog
from rich.console import Console
from rich.text import Text

from cli.palette import SEAT_STYLES

NAME_WIDTH = 9
FILE_BYTES_MAX = 10 << 20


class LogStream(Protocol):
    def line(self, name: str, text: str) -> None:
        """What a process says."""

    def notice(self, name: str, text: str) -> None:
        """What we say of a process: that it started, ended, starts again."""


class ConsoleLog:
    """On a terminal names have colours, and colours of the lines themselves are kept."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._styles: dict[str, str] = {}

    def line(self, name: str, text: str) -> None:
        style = self._styles.setdefault(name, SEAT_STYLES[len(self._styles) % len(SEAT_STYLES)])
        prefix = (f"{name:<{NAME_WIDTH}} │ ", style)
        self._console.print(Text.assemble(prefix, Text.from_ansi(text)), soft_wrap=True)

    def notice(self, name: str, text: str) -> None:
        self.line(name, text)


class FileLog:
    """For when the terminal shows something else: notices are handed on. A file that has grown
    large is put aside, and the one before it goes."""

    def __init__(self, path: Path, noticed: Callable[[str], None]) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and path.stat().st_size > FILE_BYTES_MAX:
            path.replace(path.with_name(f"{path.name}.1"))
        self.path = path
        self._noticed = noticed
        self._file: TextIO = path.open("a", encoding="utf-8", buffering=1)

    def line(self, name: str, text: str) -> None:
        self._file.write(f"{name:<{NAME_WIDTH}} │ {text}\n")

    def notice(self, name: str, text: str) -> None:
        self.line(name, text)
        self._noticed(f"{name}: {text}")


class _Telling:
    """A logger that writes to a stream of ours, whatever the level."""

    def __init__(self, log: LogStream, name: str) -> None:
        self._log = log
        self._name = name

    def msg(self, message: str) -> None:
        self._log.line(self._name, message)

    debug = info = warning = error = critical = exception = msg


def log_to(log: LogStream, name: str) -> None:
    """What this process logs itself goes there too, and not across the screen."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        logger_factory=lambda *_: _Telling(log, name),
    )
