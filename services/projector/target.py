"""Applies new commits to a generation of a read model."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

import structlog

from services.projector.folding import FoldedCommits, FoldFailure, TableFolder
from services.projector.model import Model
from services.runtime.operations.clock import now_ms
from services.runtime.operations.telemetry import APPLIED_COMMITS, MODEL, SEQ, TABLE
from services.runtime.readmodels.parked_tables import REASON_CHARS_MAX, ParkedTable
from services.runtime.readmodels.writer import Write, Writer
from services.runtime.store.feed_cursor import FeedCursor

log = structlog.get_logger()


class BatchFolder:
    """Folds each range of commits once for all read models that need it."""

    def __init__(
        self, folder: TableFolder, feed_commits: Mapping[str, Mapping[int, bytes]]
    ) -> None:
        self._folder = folder
        self._feed_commits = feed_commits
        self._folded: dict[tuple[str, int, int], FoldedCommits] = {}
        self._lock = asyncio.Lock()

    async def fold(self, table_id: str, after: int, until: int) -> FoldedCommits:
        key = (table_id, after, until)
        async with self._lock:
            if key not in self._folded:
                feed_commits = self._feed_commits.get(table_id, {})
                self._folded[key] = await self._folder.fold(table_id, after, until, feed_commits)
                # Folding blocks the event loop. Let other tasks run between two tables.
                await asyncio.sleep(0)
        return self._folded[key]


class Target:
    """A read model and the generation that this process writes."""

    def __init__(self, model: Model, writer: Writer) -> None:
        self.model = model
        self.writer = writer

    async def apply(
        self,
        folder: BatchFolder,
        latest_seqs: Mapping[str, int],
        cursors: Mapping[int, FeedCursor],
        fresh_ms: int | None = None,
    ) -> None:
        """Apply the commits of these tables up to these seqs.

        Raises WriteConflictError or SealedError. Then nothing was written."""
        seqs: dict[str, int] = {}
        parked: list[ParkedTable] = []
        changes: list[Any] = []
        count = 0
        for table_id, applied in (await self.writer.applied_seqs(list(latest_seqs))).items():
            if applied >= latest_seqs[table_id]:
                continue
            commits = await folder.fold(table_id, applied, latest_seqs[table_id])
            try:
                changes += self.model.changes(commits)
            except Exception as error:
                commits = FoldedCommits(table_id, None, (), FoldFailure(applied + 1, repr(error)))
            count += len(commits.steps)
            seqs[table_id] = applied + len(commits.steps)
            if commits.failure is not None:
                parked.append(_parked(table_id, commits.failure))
        await self.writer.write(await self.writes(changes), seqs, cursors, fresh_ms, parked)
        APPLIED_COMMITS.labels(self.model.name).inc(count)
        for table in parked:
            self._log_parked(table)

    async def writes(self, changes: Sequence[Any]) -> list[Write]:
        return await self.model.writes(self.writer, changes)

    def _log_parked(self, parked: ParkedTable) -> None:
        log.error(
            "table parked: its rows stay unchanged until the read model is rebuilt",
            reason=parked.reason,
            **{MODEL: self.model.name, TABLE: parked.table, SEQ: parked.seq},
        )


def _parked(table_id: str, failure: FoldFailure) -> ParkedTable:
    return ParkedTable(table_id, failure.seq, failure.reason[:REASON_CHARS_MAX], now_ms())
