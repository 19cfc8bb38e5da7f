"""The live table list: the current rows of all tables that matter, and who follows them.

Holds all open and running tables and the newest finished ones. One reader serves the whole process.
Changes are collected for a moment and published as a batch, because a busy lobby changes more often
than a person can follow.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Set
from typing import Any, Protocol

import structlog
from msgspec import Raw, Struct
from msgspec.structs import replace

from schemas.commit import canonical
from schemas.live import Rows
from schemas.read_models import TableRow
from schemas.table import PlayerId
from services.notifier.frames import Frame, encode_frame
from services.notifier.table_filter import TableFilter
from services.runtime.access.player_directory import PlayerDirectory, rows_with_names
from services.runtime.readmodels.read_models import ReadModels
from services.runtime.readmodels.table_changes import ENDED_ROWS_MAX, TableChanges
from services.runtime.server.connection import CONNECTION_ERRORS

BATCH_SECONDS = 0.25
BATCHES_MAX = 40
"""Kept for clients that reconnect soon: ten seconds of a busy lobby."""
RETRY_SECONDS = 0.2
ACTIVE_STAGES = ("open", "playing")

log = structlog.get_logger()


class ChangeBatch(Struct, frozen=True):
    """Changed tables: the previous row, if known, and the current one."""

    number: int
    cursor: str
    changes: tuple[tuple[TableRow | None, TableRow], ...]

    def rows(self, table_filter: TableFilter) -> list[TableRow]:
        """Return rows that match the filter or did before; clients drop the latter."""
        return [
            new
            for old, new in self.changes
            if table_filter.matches(new) or (old is not None and table_filter.matches(old))
        ]


class ListSubscriber(Protocol):
    id: str
    filter: TableFilter

    def deliver(self, batch_number: int, frame: Frame | None) -> None:
        """Deliver a batch; the frame is None if no row of it matches the filter."""

    def catch_up(self) -> None:
        """Read the list again from the start."""


class LiveTables:
    def __init__(self) -> None:
        self.batch_number = 0
        """Number of the last batch; 0 before the first rows are read."""
        self.cursor = ""
        """Cursor of the last change read, published or not."""
        self._rows: dict[str, TableRow] = {}
        self._encoded: dict[str, Raw] = {}
        self._ended: OrderedDict[str, None] = OrderedDict()
        self._batches: deque[ChangeBatch] = deque(maxlen=BATCHES_MAX)
        self._pending: dict[str, tuple[TableRow | None, TableRow]] = {}
        """Changes of the next batch, by table."""
        self._subscribers: dict[TableFilter, set[ListSubscriber]] = {}

    def add(self, subscriber: ListSubscriber) -> None:
        self._subscribers.setdefault(subscriber.filter, set()).add(subscriber)

    def remove(self, subscriber: ListSubscriber) -> None:
        subscribers = self._subscribers.get(subscriber.filter, set())
        subscribers.discard(subscriber)
        if not subscribers:
            self._subscribers.pop(subscriber.filter, None)

    def apply(self, changes: TableChanges) -> bool:
        """Apply changes. Return True if they start a new batch, which needs publishing."""
        self.cursor = changes.cursor
        if changes.is_full:
            self._replace(changes.rows)
            return False
        had_pending = bool(self._pending)
        for row in changes.rows:
            current = self._rows.get(row.table)
            before, _ = self._pending.get(row.table, (current, row))
            self._pending[row.table] = (before, row)
            self._store(row)
        return not had_pending

    def _replace(self, rows: tuple[TableRow, ...]) -> None:
        for container in (self._rows, self._encoded, self._ended, self._batches, self._pending):
            container.clear()
        for row in sorted(rows, key=lambda row: row.updated_at):
            self._store(row)
        self.batch_number += 1
        self._batches.append(ChangeBatch(self.batch_number, self.cursor, ()))
        for subscribers in tuple(self._subscribers.values()):
            for subscriber in tuple(subscribers):
                subscriber.catch_up()

    def _store(self, row: TableRow) -> None:
        self._rows[row.table] = row
        self._encoded.pop(row.table, None)
        if row.stage in ACTIVE_STAGES:
            return
        self._ended[row.table] = None
        while len(self._ended) > ENDED_ROWS_MAX:
            oldest, _ = self._ended.popitem(last=False)
            del self._rows[oldest]
            self._encoded.pop(oldest, None)

    def publish(self) -> None:
        """Publish the pending changes as a batch."""
        if not self._pending:
            # The list was replaced after the batch was started.
            return
        self.batch_number += 1
        batch = ChangeBatch(self.batch_number, self.cursor, tuple(self._pending.values()))
        self._pending.clear()
        self._batches.append(batch)
        for table_filter, subscribers in tuple(self._subscribers.items()):
            rows = batch.rows(table_filter)
            frames: dict[str, Frame] = {}
            for subscriber in tuple(subscribers):
                if rows and subscriber.id not in frames:
                    frames[subscriber.id] = self.frame(subscriber.id, batch.cursor, rows)
                subscriber.deliver(batch.number, frames.get(subscriber.id))

    def frame(
        self, subscription_id: str, cursor: str, rows: list[TableRow], *, whole: bool = False
    ) -> Frame:
        encoded: Any = tuple(map(self._encode, rows))
        return encode_frame(Rows(subscription_id, cursor, whole, encoded), cursor)

    def _encode(self, row: TableRow) -> Raw:
        """Encode a row, cached for all subscribers while it is the newest of its table."""
        if self._rows.get(row.table) is not row:
            return Raw(canonical(row))
        encoded = self._encoded.get(row.table)
        if encoded is None:
            encoded = self._encoded[row.table] = Raw(canonical(row))
        return encoded

    def full_list(self, table_filter: TableFilter) -> tuple[ChangeBatch, list[TableRow]]:
        """Return the matching rows and the last batch.

        Pending changes are included already and are delivered once more with the next batch.
        """
        return self._batches[-1], [row for row in self._rows.values() if table_filter.matches(row)]

    def rows_with(self, players: Set[PlayerId]) -> list[TableRow]:
        """Return the rows of tables where one of these players sits."""
        return [row for row in self._rows.values() if not players.isdisjoint(row.player_ids)]

    def batches_since(self, number: int) -> list[ChangeBatch] | None:
        """Return the batches after `number`, or None if some of them are no longer kept."""
        if not self._batches or number < self._batches[0].number:
            return None
        return [batch for batch in self._batches if batch.number > number]

    def batch_number_at(self, cursor: str | None) -> int:
        """Return the number of the batch with this cursor, or 0 if it is not kept."""
        return next((batch.number for batch in self._batches if batch.cursor == cursor), 0)


async def follow_live_tables(
    read_models: ReadModels, players: PlayerDirectory, live_tables: LiveTables
) -> None:
    """Update the list until cancelled. Subscribers wait while there is no read model."""
    loop = asyncio.get_running_loop()
    while True:
        try:
            async for changes in read_models.follow_tables(live_tables.cursor or None):
                named_rows = await rows_with_names(players, changes.rows)
                if live_tables.apply(replace(changes, rows=named_rows)):
                    loop.call_later(BATCH_SECONDS, live_tables.publish)
        except CONNECTION_ERRORS as error:
            log.warning("server unreachable", error=str(error))
        except Exception:
            # Possibly rows of a newer version. Table subscriptions do not depend on this list.
            log.exception("following the table list failed")
        await asyncio.sleep(RETRY_SECONDS)
