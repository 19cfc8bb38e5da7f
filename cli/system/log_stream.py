"""Merge the log lines of many processes, each with the name of its process."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TextIO

import structlog
from rich.console import Console
from rich.text import Text

from games.terminal_kit.palette import SEAT_STYLES

NAME_WIDTH = 9
FILE_BYTES_MAX = 10 << 20


class LogStream(Protocol):
    def write_line(self, name: str, text: str) -> None:
        """Log a line that a process printed."""

    def write_notice(self, name: str, text: str) -> None:
        """Log that a process started, ended or restarts."""


class ConsoleLog:
    """Prints to the console with coloured names; colours in the lines are kept."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._styles: dict[str, str] = {}

    def write_line(self, name: str, text: str) -> None:
        style = self._styles.setdefault(name, SEAT_STYLES[len(self._styles) % len(SEAT_STYLES)])
        prefix = (f"{name:<{NAME_WIDTH}} │ ", style)
        self._console.print(Text.assemble(prefix, Text.from_ansi(text)), soft_wrap=True)

    def write_notice(self, name: str, text: str) -> None:
        self.write_line(name, text)


class FileLog:
    """Writes to a file and passes notices on. At the start, a large file is rotated once."""

    def __init__(self, path: Path, on_notice: Callable[[str], None]) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and path.stat().st_size > FILE_BYTES_MAX:
            path.replace(path.with_name(f"{path.name}.1"))
        self.path = path
        self._on_notice = on_notice
        self._file: TextIO = path.open("a", encoding="utf-8", buffering=1)

    def write_line(self, name: str, text: str) -> None:
        self._file.write(f"{name:<{NAME_WIDTH}} │ {text}\n")

    def write_notice(self, name: str, text: str) -> None:
        self.write_line(name, text)
        self._on_notice(f"{name}: {text}")


class _StreamLogger:
    """A structlog logger that writes every level to a log stream."""

    def __init__(self, log: LogStream, name: str) -> None:
        self._log = log
        self._name = name

    def msg(self, message: str) -> None:
        self._log.write_line(self._name, message)

    debug = info = warning = error = critical = exception = msg


def route_logs_to(log: LogStream, name: str) -> None:
    """Send this process's own logs to the stream instead of the screen."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        logger_factory=lambda *_: _StreamLogger(log, name),
    )
