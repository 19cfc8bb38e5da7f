"""Caches the tables of platforms that have webhooks, as of the last commit read from the feed."""

from collections import OrderedDict

from msgspec import UNSET, Struct

from games.codec import read_commit
from games.contract import AnyRulebook
from games.table import evolve
from schemas.commit import AnyCommit
from schemas.table import AnyTable, TableOpened
from services.runtime.store.event_log import EventLog
from services.runtime.store.snapshots import rulebook_for


class CachedTable(Struct, frozen=True):
    rulebook: AnyRulebook
    seq: int
    table: AnyTable


class TableCache:
    """Does not check digests: replay and audit do that."""

    def __init__(self, event_log: EventLog, tables_max: int) -> None:
        self._log = event_log
        self._tables_max = tables_max
        self._tables: OrderedDict[str, CachedTable] = OrderedDict()
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

    async def apply(self, commit: AnyCommit) -> tuple[CachedTable | None, CachedTable]:
        """Return the table before and after the commit."""
        before = self._tables.pop(commit.table, None)
        if before is not None and before.seq != commit.seq - 1:
            before = None
        if before is None and commit.seq > 1:
            before = await self._load(commit.table, commit.seq - 1)
        after = _apply(before, commit)
        if after.table.stage not in ("over", "aborted"):
            self._tables[commit.table] = after
            while len(self._tables) > self._tables_max:
                self._tables.popitem(last=False)
        return before, after

    async def _load(self, table_id: str, seq: int) -> CachedTable | None:
        cached: CachedTable | None = None
        async for line in self._log.read(table_id):
            cached = _apply(cached, read_commit(line))
            if cached.seq == seq:
                break
        return cached


def _apply(before: CachedTable | None, commit: AnyCommit) -> CachedTable:
    rulebook = before.rulebook if before else rulebook_for(commit.rules)
    table = before.table if before else None
    for event in commit.events:
        table = evolve(rulebook, table, event)
    assert table is not None, f"commit {commit.seq} of {commit.table} opens no table"
    return CachedTable(rulebook, commit.seq, table)


def _platform_in(commit: AnyCommit | None) -> str:
    for event in commit.events if commit else ():
        if isinstance(event, TableOpened) and event.terms is not UNSET:
            return event.terms.platform
    return ""
