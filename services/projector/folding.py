"""Folds the commits of tables, the input of all read models."""

from collections.abc import AsyncIterator, Mapping

from msgspec import Struct

from games.codec import read_commit
from games.history import Position, replay, start
from schemas.commit import AnyCommit
from schemas.table import AnyTable
from services.runtime.server.connection import is_outage
from services.runtime.store.event_log import EventLog
from services.runtime.store.position_cache import PositionCache


class FoldedTable(Struct, frozen=True, gc=False):
    """A position with the time of the first commit."""

    position: Position
    opened_at: int

    @property
    def table_id(self) -> str:
        return self.position.table_id

    @property
    def seq(self) -> int:
        return self.position.seq

    @property
    def hash(self) -> str | None:
        return self.position.hash

    @property
    def table(self) -> AnyTable | None:
        return self.position.table

    @property
    def updated_at(self) -> int:
        return self.position.at


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
        self._cache: PositionCache[FoldedTable] = PositionCache(tables_max)

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
            self._cache.keep_unfinished(folded.last)
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
        start = self._cache.at_most(table_id, seq)
        if start is not None and start.seq == seq:
            return start, None
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
        seq = folded.seq if folded else 0
        try:
            async for line in self._lines(table_id, seq, until, feed_commits):
                commit = read_commit(line)
                folded = _evolve(folded, commit)
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


def _evolve(folded: FoldedTable | None, commit: AnyCommit) -> FoldedTable:
    if folded is None:
        return FoldedTable(replay(start(commit), commit), commit.at)
    return FoldedTable(replay(folded.position, commit), folded.opened_at)
