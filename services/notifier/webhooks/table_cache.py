"""The tables of platforms that have webhooks, as of the last commit read from the feed."""

from collections import OrderedDict

from msgspec import UNSET

from games.codec import read_commit
from games.history import Position, start
from games.table import evolve
from schemas.commit import AnyCommit
from schemas.table import TableOpened
from services.runtime.store.event_log import EventLog
from services.runtime.store.position_cache import PositionCache


class TableCache:
    """Does not check digests: replay and audit do that."""

    def __init__(self, event_log: EventLog, tables_max: int) -> None:
        self._log = event_log
        self._tables_max = tables_max
        self._cache: PositionCache[Position] = PositionCache(tables_max)
        self._platforms: OrderedDict[str, str] = OrderedDict()

    async def platform(self, commit: AnyCommit) -> str:
        """Return the platform that opened the table, or an empty string if it names none."""
        platform = self._platforms.get(commit.table)
        if platform is None:
            first = commit if commit.seq == 1 else await self._read_first(commit.table)
            platform = _platform_in(first)
            self._platforms[commit.table] = platform
            while len(self._platforms) > self._tables_max:
                self._platforms.popitem(last=False)
        return platform

    async def _read_first(self, table_id: str) -> AnyCommit | None:
        line = await self._log.commit(table_id, 1)
        return None if line is None else read_commit(line)

    async def apply(self, commit: AnyCommit) -> tuple[Position | None, Position]:
        """Return the position before and after the commit."""
        before = self._cache.at_most(commit.table, commit.seq - 1)
        if before is None or before.seq != commit.seq - 1:
            before = await self._load(commit.table, commit.seq - 1)
        after = _apply(before, commit)
        self._cache.keep_unfinished(after)
        return before, after

    async def _load(self, table_id: str, seq: int) -> Position | None:
        position: Position | None = None
        if seq:
            async for line in self._log.read(table_id):
                position = _apply(position, read_commit(line))
                if position.seq == seq:
                    break
        return position


def _apply(before: Position | None, commit: AnyCommit) -> Position:
    rulebook = (before or start(commit)).rulebook
    table = before.table if before else None
    for event in commit.events:
        table = evolve(rulebook, table, event)
    return Position(rulebook, commit.table, commit.seq, commit.hash, table, commit.at)


def _platform_in(commit: AnyCommit | None) -> str:
    for event in commit.events if commit else ():
        if isinstance(event, TableOpened) and event.terms is not UNSET:
            return event.terms.platform
    return ""
