"""The live table list, and the batches it publishes."""

from typing import Any

import msgspec

from schemas.read_models import TableRow
from schemas.table import Stage
from schemas.terms import Terms
from services.notifier.frames import Frame
from services.notifier.live_tables import BATCHES_MAX, LiveTables
from services.notifier.table_filter import TableFilter
from services.runtime.access.platforms import Platforms
from services.runtime.operations.settings import Settings
from services.runtime.readmodels.table_changes import ENDED_ROWS_MAX, TableChanges

PLATFORMS = Platforms(Settings(platform_keys=("mine:first", "yours:second")))


def row(table: str, seq: int = 1, stage: Stage = "open", **fields: Any) -> TableRow:
    defaults: dict[str, Any] = {"player_ids": ("Amber", None), "players": (None, None)} | {
        "terms": Terms()
    }
    return TableRow(
        table=table,
        game="city",
        rules="city/1",
        stage=stage,
        to_act=(),
        seq=seq,
        opened_at=0,
        updated_at=seq,
        deadline=None,
        options={},
        **{**defaults, **fields},
    )


class FakeSubscriber:
    def __init__(self, live_tables: LiveTables, **fields: Any) -> None:
        self.id = "list"
        self.filter = TableFilter(PLATFORMS, **fields)
        self.delivered: list[Any] = []
        self.resets = 0
        live_tables.add(self)

    def deliver(self, batch_number: int, frame: Frame | None) -> None:  # noqa: ARG002 - the protocol
        self.delivered.append(None if frame is None else msgspec.json.decode(frame.text))

    def catch_up(self) -> None:
        self.resets += 1


def changes(*rows: TableRow, cursor: str = "c", whole: bool = False) -> TableChanges:
    return TableChanges(cursor, whole, rows)


def test_a_batch_holds_only_the_newest_row_of_a_table() -> None:
    live_tables = LiveTables()
    subscriber = FakeSubscriber(live_tables)
    live_tables.apply(changes(cursor="c0", whole=True))
    assert live_tables.apply(changes(row("a", 1), cursor="c1"))
    assert not live_tables.apply(changes(row("b", 1), row("a", 2), cursor="c2"))
    assert subscriber.delivered == []
    live_tables.publish()
    (rows,) = subscriber.delivered
    assert (rows["cursor"], rows["whole"]) == ("c2", False)
    assert [(changed["table"], changed["seq"]) for changed in rows["rows"]] == [("a", 2), ("b", 1)]
    live_tables.publish()
    assert len(subscriber.delivered) == 1


def test_a_row_that_starts_and_stops_matching_within_a_batch_is_not_sent() -> None:
    live_tables = LiveTables()
    subscriber = FakeSubscriber(live_tables, stage="open")
    live_tables.apply(changes(whole=True))
    live_tables.apply(changes(row("a", 1)))
    live_tables.apply(changes(row("a", 2, "aborted")))
    live_tables.publish()
    assert subscriber.delivered == [None]


def test_a_full_replacement_discards_pending_changes() -> None:
    live_tables = LiveTables()
    subscriber = FakeSubscriber(live_tables)
    live_tables.apply(changes(whole=True))
    live_tables.apply(changes(row("a", 1)))
    live_tables.apply(changes(row("b", 1), whole=True))
    live_tables.publish()
    assert (subscriber.resets, subscriber.delivered) == (2, [])
    _, rows = live_tables.full_list(TableFilter(PLATFORMS))
    assert [row.table for row in rows] == ["b"]


def test_keeps_only_the_newest_ended_tables() -> None:
    live_tables = LiveTables()
    ended = [row(f"t{seq}", seq, "over") for seq in range(ENDED_ROWS_MAX + 5)]
    live_tables.apply(changes(row("running", 0), *reversed(ended), whole=True))
    _, rows = live_tables.full_list(TableFilter(PLATFORMS))
    assert len(rows) == ENDED_ROWS_MAX + 1
    assert {"running", f"t{ENDED_ROWS_MAX + 4}"} <= {row.table for row in rows}
    assert "t4" not in {row.table for row in rows}


def test_keeps_a_limited_number_of_batches() -> None:
    live_tables = LiveTables()
    live_tables.apply(changes(cursor="c0", whole=True))
    first_batch = live_tables.batch_number_at("c0")
    assert first_batch
    assert live_tables.batches_since(first_batch) == []
    for seq in range(1, BATCHES_MAX):
        live_tables.apply(changes(row("a", seq), cursor=f"c{seq}"))
        live_tables.publish()
    batches = live_tables.batches_since(first_batch)
    assert batches is not None
    assert [batch.cursor for batch in batches] == [f"c{seq}" for seq in range(1, BATCHES_MAX)]
    live_tables.apply(changes(row("a", BATCHES_MAX), cursor="last"))
    live_tables.publish()
    assert live_tables.batches_since(first_batch) is None
    assert live_tables.batch_number_at("c0") == 0
    assert live_tables.batch_number_at("unknown") == 0


def test_only_their_platform_sees_unlisted_tables() -> None:
    hidden = row("a", terms=Terms(listed=False, platform="mine"))
    assert TableFilter(PLATFORMS, platform="mine").matches(hidden)
    assert not TableFilter(PLATFORMS, platform="yours").matches(hidden)
    assert not TableFilter(PLATFORMS).matches(hidden)
    assert not TableFilter(PLATFORMS).matches(row("a", terms=Terms(listed=False)))
