"""Players that are programs. A bot sees what its seat may see, and picks from the legal list."""

from collections.abc import Callable
from typing import Any, Protocol

from schemas.table import AnyTable

Pick = Callable[[int], int]
"""A uniform number below the one given: the bot's only chance."""

Budget = Callable[[int], bool]
"""May a bot think on, after so many playouts? Each decision begins by asking for 0."""


class Bot(Protocol):
    def __call__(self, view: AnyTable, seat: int, legal: tuple[Any, ...], pick: Pick, /) -> Any:
        """One of the legal actions."""


def random_bot(_view: AnyTable, _seat: int, legal: tuple[Any, ...], pick: Pick) -> Any:
    """Uniform over the legal actions."""
    return legal[pick(len(legal))]


def playouts(count: int) -> Budget:
    """So many playouts a decision: the same thoughts on any machine."""
    return lambda spent: spent < count
