"""The cache of folded tables: the newest known position of each, least recently used first out.

The only place where a cached position is taken as valid. A position belongs to one history: whoever
reads on from it must get commits that build on it.
"""

from collections import OrderedDict
from collections.abc import Iterable
from typing import Generic, Protocol, TypeVar

from schemas.table import AnyTable, Stage

UNFINISHED_STAGES: tuple[Stage, ...] = ("open", "playing")


class CachedPosition(Protocol):
    """What the cache needs to know of a position."""

    @property
    def table_id(self) -> str: ...

    @property
    def seq(self) -> int: ...

    @property
    def hash(self) -> str | None: ...

    @property
    def table(self) -> AnyTable | None: ...


P = TypeVar("P", bound=CachedPosition)


class PositionCache(Generic[P]):
    def __init__(self, tables_max: int) -> None:
        self._tables_max = tables_max
        self._positions: OrderedDict[str, P] = OrderedDict()

    def __len__(self) -> int:
        return len(self._positions)

    def latest(self, table_id: str) -> P | None:
        """Return the position and count it as used."""
        position = self._positions.get(table_id)
        if position is not None:
            self._positions.move_to_end(table_id)
        return position

    def at_most(self, table_id: str, seq: int) -> P | None:
        """Return the position to fold on from, up to this seq, if it is not beyond it."""
        position = self.latest(table_id)
        return position if position is not None and position.seq <= seq else None

    def keep(self, position: P) -> None:
        """Replace the position of a table, and drop the least recently used beyond the limit."""
        self._positions[position.table_id] = position
        self._positions.move_to_end(position.table_id)
        while len(self._positions) > self._tables_max:
            self._positions.popitem(last=False)

    def keep_unfinished(self, position: P) -> None:
        """Keep a position that more commits will follow; forget a table that is finished."""
        if position.table is not None and position.table.stage in UNFINISHED_STAGES:
            self.keep(position)
        else:
            self.forget([position.table_id])

    def forget(self, table_ids: Iterable[str]) -> None:
        for table_id in table_ids:
            self._positions.pop(table_id, None)

    def table_ids(self) -> list[str]:
        return list(self._positions)
