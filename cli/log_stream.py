"""One stream of lines from many processes, each line with the name of whose it is."""

from pathlib import Path
from typing import Protocol, TextIO

from rich.console import Console
from rich.text import Text

from cli.palette import SEAT_STYLES

NAME_WIDTH = 9
FILE_BYTES_MAX = 10 << 20


class LogStream(Protocol):
    def line(self, name: str, text: str) -> None: ...


class ConsoleLog:
    """On a terminal names have colours, and colours of the lines themselves are kept."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._styles: dict[str, str] = {}

    def line(self, name: str, text: str) -> None:
        style = self._styles.setdefault(name, SEAT_STYLES[len(self._styles) % len(SEAT_STYLES)])
        prefix = Text(f"{name:<{NAME_WIDTH}} │ ", style)
        self._console.print(prefix + Text.from_ansi(text), soft_wrap=True)


class FileLog:
    """For when the terminal shows something else. The file before the last one is kept."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and path.stat().st_size > FILE_BYTES_MAX:
            path.replace(path.with_name(f"{path.name}.1"))
        self.path = path
        self._file: TextIO = path.open("a", encoding="utf-8", buffering=1)

    def line(self, name: str, text: str) -> None:
        self._file.write(f"{name:<{NAME_WIDTH}} │ {text}\n")
