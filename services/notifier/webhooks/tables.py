"""The tables of platforms that have hooks, folded as far as the feed has told of them."""

from collections import OrderedDict

from msgspec import UNSET, Struct

from games.codec import read_commit
from games.contract import Game
from games.table import evolve
from schemas.commit import AnyCommit
from schemas.table import AnyTable, TableOpened
from services.runtime.event_log import EventLog
from services.runtime.snapshots import game_under


class Folded(Struct, frozen=True):
    game: Game
    seq: int
    table: AnyTable


class KnownTables:
    """Holds the newest of each, and the platforms of many more. Digests are not checked: whoever
    keeps games does that, and a message says little."""

    def __init__(self, log: EventLog, tables_max: int) -> None:
        self._log = log
        self._tables_max = tables_max
        self._tables: OrderedDict[str, Folded] = OrderedDict()
        self._platforms: OrderedDict[str, str] = OrderedDict()

    async def platform(self, commit: AnyCommit) -> str:
        """Who opened the table; empty when nobody said."""
        known = self._platforms.get(commit.game)
        if known is None:
            first = commit if commit.seq == 1 else await self._first(commit.game)
            known = _platform_in(first)
            self._platforms[commit.game] = known
            while len(self._platforms) > self._tables_max:
                self._platforms.popitem(last=False)
        return known

    async def _first(self, table: str) -> AnyCommit | None:
        line = await self._log.commit(table, 1)
        return None if line is None else read_commit(line)

    async def fold(self, commit: AnyCommit) -> tuple[Folded | None, Folded]:
        """The table before the commit, and after it."""
        before = self._tables.pop(commit.game, None)
        if before is not None and before.seq != commit.seq - 1:
            before = None
        if before is None and commit.seq > 1:
            before = await self._read(commit.game, commit.seq - 1)
        after = _after(before, commit)
        if after.table.stage not in ("over", "aborted"):
            self._tables[commit.game] = after
            while len(self._tables) > self._tables_max:
                self._tables.popitem(last=False)
        return before, after

    async def _read(self, table: str, seq: int) -> Folded | None:
        folded: Folded | None = None
        async for line in self._log.read(table):
            folded = _after(folded, read_commit(line))
            if folded.seq == seq:
                break
        return folded


def _after(before: Folded | None, commit: AnyCommit) -> Folded:
    game = before.game if before else game_under(commit.rules)
    table = before.table if before else None
    for event in commit.events:
        table = evolve(game, table, event)
    assert table is not None, f"commit {commit.seq} of {commit.game} opens no table"
    return Folded(game, commit.seq, table)


def _platform_in(commit: AnyCommit | None) -> str:
    for event in commit.events if commit else ():
        if isinstance(event, TableOpened) and event.terms is not UNSET:
            return event.terms.platform
    return ""
