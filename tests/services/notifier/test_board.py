"""The tables that are held, and what is told of their changes."""

from typing import Any

import msgspec

from schemas.reading import TableRow
from schemas.table import Stage
from schemas.terms import Terms
from services.notifier.board import BATCHES_MAX, Board
from services.notifier.frames import Frame
from services.notifier.table_filter import TableFilter
from services.runtime.table_changes import ENDED_ROWS_MAX, TableChanges


def row(table: str, seq: int = 1, stage: Stage = "open", **fields: Any) -> TableRow:
    defaults: dict[str, Any] = {"players": ("Amber", None), "terms": Terms()}
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


class Follower:
    def __init__(self, board: Board, **wanted: Any) -> None:
        self.id = "list"
        self.wanted = TableFilter(**wanted)
        self.told: list[Any] = []
        self.anew = 0
        board.join(self)

    def tell(self, number: int, frame: Frame | None) -> None:  # noqa: ARG002 - the port's shape
        self.told.append(None if frame is None else msgspec.json.decode(frame.text))

    def catch_up(self) -> None:
        self.anew += 1


def changed(*rows: TableRow, cursor: str = "c", whole: bool = False) -> TableChanges:
    return TableChanges(cursor, whole, rows)


def test_changes_are_gathered_and_only_the_newest_row_of_a_table_is_told() -> None:
    board = Board()
    follower = Follower(board)
    board.hear(changed(cursor="c0", whole=True))
    assert board.hear(changed(row("a", 1), cursor="c1"))
    assert not board.hear(changed(row("b", 1), row("a", 2), cursor="c2"))
    assert follower.told == []
    board.tell()
    (told,) = follower.told
    assert (told["cursor"], told["whole"]) == ("c2", False)
    assert [(one["table"], one["seq"]) for one in told["rows"]] == [("a", 2), ("b", 1)]
    board.tell()
    assert len(follower.told) == 1


def test_a_table_that_came_and_went_within_one_batch_is_nobodys_business() -> None:
    board = Board()
    follower = Follower(board, stage="open")
    board.hear(changed(whole=True))
    board.hear(changed(row("a", 1)))
    board.hear(changed(row("a", 2, "aborted")))
    board.tell()
    assert follower.told == [None]


def test_when_all_is_new_what_was_gathered_is_forgotten() -> None:
    board = Board()
    follower = Follower(board)
    board.hear(changed(whole=True))
    board.hear(changed(row("a", 1)))
    board.hear(changed(row("b", 1), whole=True))
    board.tell()
    assert (follower.anew, follower.told) == (2, [])
    _, rows = board.whole(TableFilter())
    assert [one.table for one in rows] == ["b"]


def test_of_tables_that_ended_the_newest_are_held() -> None:
    board = Board()
    ended = [row(f"t{seq}", seq, "over") for seq in range(ENDED_ROWS_MAX + 5)]
    board.hear(changed(row("going", 0), *reversed(ended), whole=True))
    _, rows = board.whole(TableFilter())
    assert len(rows) == ENDED_ROWS_MAX + 1
    assert {"going", f"t{ENDED_ROWS_MAX + 4}"} <= {one.table for one in rows}
    assert "t4" not in {one.table for one in rows}


def test_batches_are_kept_for_a_while() -> None:
    board = Board()
    board.hear(changed(cursor="c0", whole=True))
    begun = board.number_at("c0")
    assert begun
    assert board.since(begun) == []
    for seq in range(1, BATCHES_MAX):
        board.hear(changed(row("a", seq), cursor=f"c{seq}"))
        board.tell()
    since = board.since(begun)
    assert since is not None
    assert [batch.cursor for batch in since] == [f"c{seq}" for seq in range(1, BATCHES_MAX)]
    board.hear(changed(row("a", BATCHES_MAX), cursor="last"))
    board.tell()
    assert board.since(begun) is None
    assert board.number_at("c0") == 0
    assert board.number_at("unknown") == 0


def test_unlisted_tables_are_for_their_platform_alone() -> None:
    hidden = row("a", terms=Terms(listed=False, platform="mine"))
    assert TableFilter(platform="mine").takes(hidden)
    assert not TableFilter(platform="yours").takes(hidden)
    assert not TableFilter().takes(hidden)
    assert not TableFilter().takes(row("a", terms=Terms(listed=False)))
