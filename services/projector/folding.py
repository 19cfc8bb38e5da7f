"""Folds the commits of tables, the input of all read models."""

from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping

from msgspec import Struct

from games.codec import read_commit
from games.history import Position, replay
from schemas.commit import AnyCommit
from services.runtime.server.connection import is_outage
from services.runtime.store.event_log import EventLog
from services.runtime.store.snapshots import rulebook_for

_UNFINISHED_STAGES = ("open", "playing")


class FoldedTable(Struct, frozen=True, gc=False):
    """A position with the times of the first and last commit."""

    position: Position
    opened_at: int
    updated_at: int


class FoldStep(Struct, frozen=True, gc=False):
    """A commit and the table after it."""

    commit: AnyCommit
    after: FoldedTable


class FoldFailure(Struct, frozen=True, gc=False):
    """The commit that can't be read or applied."""

    seq: int
    reason: str


class FoldedCommits(Struct, frozen=True, gc=False):
    """A range of commits of a table, folded up to its end or up to a failure."""

    table_id: str
    before: FoldedTable | None
    steps: tuple[FoldStep, ...]
    failure: FoldFailure | None = None

    @property
    def last(self) -> FoldedTable | None:
        return self.steps[-1].after if self.steps else self.before


class TableFolder:
    """Folds tables, and caches unfinished ones."""

    def __init__(self, log: EventLog, tables_max: int) -> None:
        self._log = log
        self._tables_max = tables_max
        self._cached: OrderedDict[str, FoldedTable] = OrderedDict()

    async def fold(
        self, table_id: str, after: int, until: int, feed_commits: Mapping[int, bytes]
    ) -> FoldedCommits:
        """Fold the commits after one seq up to another.

        `feed_commits` are commits of the feed by seq. They only copy the table stream, so a failure
        is retried from the stream before it counts."""
        folded = await self._fold_range(table_id, after, until, feed_commits)
        if folded.failure is not None and feed_commits:
            folded = await self._fold_range(table_id, after, until, {})
        if folded.last is not None:
            self._cache(table_id, folded.last)
        return folded

    async def _fold_range(
        self, table_id: str, after: int, until: int, feed_commits: Mapping[int, bytes]
    ) -> FoldedCommits:
        before, failure = await self._table_at(table_id, after)
        if failure is not None:
            return FoldedCommits(table_id, None, (), failure)
        steps, failure = await self._steps(table_id, before, until, feed_commits)
        return FoldedCommits(table_id, before, tuple(steps), failure)

    async def _table_at(
        self, table_id: str, seq: int
    ) -> tuple[FoldedTable | None, FoldFailure | None]:
        cached = self._cached.get(table_id)
        if cached is not None and cached.position.seq == seq:
            return cached, None
        start = cached if cached is not None and cached.position.seq < seq else None
        steps, failure = await self._steps(table_id, start, seq, {})
        return (steps[-1].after if steps else start), failure

    async def _steps(
        self,
        table_id: str,
        folded: FoldedTable | None,
        until: int,
        feed_commits: Mapping[int, bytes],
    ) -> tuple[list[FoldStep], FoldFailure | None]:
        steps: list[FoldStep] = []
        seq = folded.position.seq if folded else 0
        try:
            async for line in self._lines(table_id, seq, until, feed_commits):
                commit = read_commit(line)
                folded = _evolve(folded, table_id, commit)
                steps.append(FoldStep(commit, folded))
                seq += 1
        except Exception as error:
            # A broken history must not stop other tables.
            if is_outage(error):
                raise
            return steps, FoldFailure(seq + 1, str(error) or repr(error))
        if seq < until:
            return steps, FoldFailure(seq + 1, f"the commit is missing: expected {until} commits")
        return steps, None

    async def _lines(
        self, table_id: str, after: int, until: int, feed_commits: Mapping[int, bytes]
    ) -> AsyncIterator[bytes]:
        seqs = range(after + 1, until + 1)
        if all(seq in feed_commits for seq in seqs):
            for seq in seqs:
                yield feed_commits[seq]
            return
        async for line in self._log.read(table_id, after):
            after += 1
            yield line
            if after == until:
                return

    def _cache(self, table_id: str, folded: FoldedTable) -> None:
        """Cache an unfinished table. A finished one gets no more commits."""
        table = folded.position.table
        if table is None or table.stage not in _UNFINISHED_STAGES:
            self._cached.pop(table_id, None)
            return
        self._cached[table_id] = folded
        self._cached.move_to_end(table_id)
        while len(self._cached) > self._tables_max:
            self._cached.popitem(last=False)


def _evolve(folded: FoldedTable | None, table_id: str, commit: AnyCommit) -> FoldedTable:
    if folded is None:
        position = replay(Position(rulebook_for(commit.rules), table_id), commit)
        return FoldedTable(position, commit.at, commit.at)
    return FoldedTable(replay(folded.position, commit), folded.opened_at, commit.at)
