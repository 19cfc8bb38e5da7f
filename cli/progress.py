"""Progress bars: on stderr, on a terminal only, and removed at the end."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from games.terminal_kit.console import plain_console


@contextmanager
def progress_counter(description: str, total: int | None = None) -> Iterator[Callable[[], None]]:
    """Yield a function to call after each step. Without a total the bar only pulses."""
    with _bar() as progress:
        task = progress.add_task(description, total=total)
        yield lambda: progress.advance(task)


@contextmanager
def progress_meter(description: str) -> Iterator[Callable[[int, int], None]]:
    """Yield a function to call with the completed amount and the total."""
    with _bar() as progress:
        task = progress.add_task(description, total=None)
        yield lambda completed, total: progress.update(task, completed=completed, total=total)


def _bar() -> Progress:
    console = plain_console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
