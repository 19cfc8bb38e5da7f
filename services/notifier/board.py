"""The tables as they stand now, and who follows them. One reader serves a whole process.

Held are all open and running tables and the newest that ended. Changes are gathered for a moment
before they are told: a lobby with many games changes more often than anybody can look.
"""

import asyncio
from collections import OrderedDict, deque
from typing import Any, Protocol

import structlog
from msgspec import Raw, Struct

from schemas.commit import canonical
from schemas.live import Rows
from schemas.reading import TableRow
from services.notifier.frames import Frame, frame_of
from services.notifier.table_filter import TableFilter
from services.runtime.connection import LOST, Client
from services.runtime.table_changes import ENDED_ROWS_MAX, TableChanges, follow_tables

GATHER_SECONDS = 0.25
BATCHES_MAX = 40
"""Kept for those who come back at once: ten seconds of a busy lobby."""
RETRY_SECONDS = 0.2
GOING = ("open", "playing")

log = structlog.get_logger()


class Batch(Struct, frozen=True):
    """Tables that changed: what they were, if known, and what they are."""

    number: int
    cursor: str
    changes: tuple[tuple[TableRow | None, TableRow], ...]

    def rows(self, wanted: TableFilter) -> list[TableRow]:
        """Those that are in a list now, and those that were: whoever has them drops them."""
        return [
            new
            for old, new in self.changes
            if wanted.takes(new) or (old is not None and wanted.takes(old))
        ]


class Follower(Protocol):
    id: str
    wanted: TableFilter

    def tell(self, number: int, frame: Frame | None) -> None:
        """A batch, or None when nothing in it is for this list."""

    def catch_up(self) -> None:
        """Everything is different: begin anew."""


class Board:
    def __init__(self) -> None:
        self.number = 0
        """Of the last batch; 0 while nothing is known."""
        self.cursor = ""
        """Of what was heard last, told or not."""
        self._rows: dict[str, TableRow] = {}
        self._encoded: dict[str, Raw] = {}
        self._ended: OrderedDict[str, None] = OrderedDict()
        self._batches: deque[Batch] = deque(maxlen=BATCHES_MAX)
        self._changed: dict[str, tuple[TableRow | None, TableRow]] = {}
        """What is being gathered, by table."""
        self._followers: dict[TableFilter, set[Follower]] = {}

    def join(self, follower: Follower) -> None:
        self._followers.setdefault(follower.wanted, set()).add(follower)

    def leave(self, follower: Follower) -> None:
        followers = self._followers.get(follower.wanted, set())
        followers.discard(follower)
        if not followers:
            self._followers.pop(follower.wanted, None)

    def hear(self, changes: TableChanges) -> bool:
        """Takes changes in; True when from now on there is something to tell."""
        self.cursor = changes.cursor
        if changes.whole:
            self._begin_anew(changes.rows)
            return False
        gathering = bool(self._changed)
        for row in changes.rows:
            known = self._rows.get(row.table)
            before, _ = self._changed.get(row.table, (known, row))
            self._changed[row.table] = (before, row)
            self._keep(row)
        return not gathering

    def _begin_anew(self, rows: tuple[TableRow, ...]) -> None:
        for kept in (self._rows, self._encoded, self._ended, self._batches, self._changed):
            kept.clear()
        for row in sorted(rows, key=lambda row: row.updated_at):
            self._keep(row)
        self.number += 1
        self._batches.append(Batch(self.number, self.cursor, ()))
        for followers in tuple(self._followers.values()):
            for follower in tuple(followers):
                follower.catch_up()

    def _keep(self, row: TableRow) -> None:
        self._rows[row.table] = row
        self._encoded.pop(row.table, None)
        if row.stage in GOING:
            return
        self._ended[row.table] = None
        while len(self._ended) > ENDED_ROWS_MAX:
            oldest, _ = self._ended.popitem(last=False)
            del self._rows[oldest]
            self._encoded.pop(oldest, None)

    def tell(self) -> None:
        """Tells what was gathered."""
        if not self._changed:
            # Everything began anew meanwhile.
            return
        self.number += 1
        batch = Batch(self.number, self.cursor, tuple(self._changed.values()))
        self._changed.clear()
        self._batches.append(batch)
        for wanted, followers in tuple(self._followers.items()):
            rows = batch.rows(wanted)
            frames: dict[str, Frame] = {}
            for follower in tuple(followers):
                if rows and follower.id not in frames:
                    frames[follower.id] = self.frame(follower.id, batch.cursor, rows)
                follower.tell(batch.number, frames.get(follower.id))

    def frame(
        self, subscription: str, cursor: str, rows: list[TableRow], *, whole: bool = False
    ) -> Frame:
        encoded: Any = tuple(map(self._encode, rows))
        return frame_of(Rows(subscription, cursor, whole, encoded), cursor)

    def _encode(self, row: TableRow) -> Raw:
        """Once for all who are told of it, while it is the newest."""
        if self._rows.get(row.table) is not row:
            return Raw(canonical(row))
        encoded = self._encoded.get(row.table)
        if encoded is None:
            encoded = self._encoded[row.table] = Raw(canonical(row))
        return encoded

    def whole(self, wanted: TableFilter) -> tuple[Batch, list[TableRow]]:
        """A list as it stands, and the batch that comes before all that is still to be told. What
        is being gathered stands in the list already, and is told once more."""
        return self._batches[-1], [row for row in self._rows.values() if wanted.takes(row)]

    def since(self, number: int) -> list[Batch] | None:
        """The batches after one that is known; None when it is not (any more)."""
        if not self._batches or number < self._batches[0].number:
            return None
        return [batch for batch in self._batches if batch.number > number]

    def number_at(self, cursor: str | None) -> int:
        """The batch that led to a cursor; 0 when that is not known (any more)."""
        return next((batch.number for batch in self._batches if batch.cursor == cursor), 0)


async def read_tables(client: Client, board: Board) -> None:
    """Until cancelled. While there are no lists to read, followers wait."""
    loop = asyncio.get_running_loop()
    while True:
        try:
            async for changes in follow_tables(client, board.cursor or None):
                if board.hear(changes):
                    loop.call_later(GATHER_SECONDS, board.tell)
        except LOST as error:
            log.warning("no word from the server", error=str(error))
        except Exception:
            # Rows of a newer version, perhaps: games are followed all the same.
            log.exception("the tables can't be followed")
        await asyncio.sleep(RETRY_SECONDS)
