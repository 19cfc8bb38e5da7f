"""A bar for what takes long: on a terminal only, on the error stream, and gone when it is done."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn


@contextmanager
def counting(description: str, total: int | None = None) -> Iterator[Callable[[], None]]:
    """Gives what is to be called after each step; without a total the bar only pulses."""
    with _bar() as progress:
        task = progress.add_task(description, total=total)
        yield lambda: progress.advance(task)


@contextmanager
def measuring(description: str) -> Iterator[Callable[[int, int], None]]:
    """Gives what is to be called with how much is done, and how much there is."""
    with _bar() as progress:
        task = progress.add_task(description, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


def _bar() -> Progress:
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
