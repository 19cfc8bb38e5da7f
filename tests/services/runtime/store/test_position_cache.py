"""The cache of positions keeps the most recently used tables, within its limit."""

from games.history import Position
from services.runtime.store.position_cache import PositionCache
from tests.services.commands import history

GAME = history("g1")
OPEN, LAST = GAME[0][1], GAME[-1][1]


def position(table_id: str, seq: int = 1) -> Position:
    return Position(OPEN.rulebook, table_id, seq, "hash", OPEN.table)


def test_drops_the_least_recently_used_table() -> None:
    cache: PositionCache[Position] = PositionCache(2)
    cache.keep(position("a"))
    cache.keep(position("b"))
    assert cache.latest("a") == position("a")
    cache.keep(position("c"))
    assert cache.table_ids() == ["a", "c"]
    assert len(cache) == 2


def test_a_newer_position_replaces_the_older_one() -> None:
    cache: PositionCache[Position] = PositionCache(2)
    cache.keep(position("a", 1))
    cache.keep(position("a", 2))
    assert cache.latest("a") == position("a", 2)
    assert len(cache) == 1


def test_gives_no_position_beyond_a_seq() -> None:
    cache: PositionCache[Position] = PositionCache(2)
    cache.keep(position("a", 5))
    assert cache.at_most("a", 4) is None
    assert cache.at_most("a", 5) == cache.at_most("a", 9) == position("a", 5)


def test_forgets_tables() -> None:
    cache: PositionCache[Position] = PositionCache(3)
    for table_id in ("a", "b", "c"):
        cache.keep(position(table_id))
    cache.forget(["a", "c", "unknown"])
    assert cache.table_ids() == ["b"]


def test_keeps_only_unfinished_tables_where_that_is_enough() -> None:
    cache: PositionCache[Position] = PositionCache(2)
    cache.keep_unfinished(OPEN)
    assert cache.latest("g1") == OPEN
    assert LAST.table is not None
    assert LAST.table.stage == "over"
    cache.keep_unfinished(LAST)
    assert cache.latest("g1") is None
