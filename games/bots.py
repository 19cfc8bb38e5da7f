"""Bots. A bot receives the view of its seat and picks one of the legal actions."""

from collections.abc import Callable
from typing import Any, Protocol

from schemas.table import AnyTable

Pick = Callable[[int], int]
"""Return a uniform number below a limit. A bot's only source of randomness."""

Budget = Callable[[int], bool]
"""Takes the number of playouts made; says whether a bot may make another. Called with 0 first."""


class Bot(Protocol):
    def __call__(self, view: AnyTable, seat: int, legal: tuple[Any, ...], pick: Pick, /) -> Any:
        """One of the legal actions."""


def random_bot(_view: AnyTable, _seat: int, legal: tuple[Any, ...], pick: Pick) -> Any:
    """Uniform over the legal actions."""
    return legal[pick(len(legal))]


def playouts(count: int) -> Budget:
    """Allow `count` playouts for each decision, so that results do not depend on the machine."""
    return lambda spent: spent < count
