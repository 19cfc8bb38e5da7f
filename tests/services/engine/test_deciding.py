"""Deciding a command returns a commit or a rejection and never raises."""

from typing import Any

import msgspec
import pytest

from games.city.rulebook import CITY
from games.history import Position, replay
from schemas.city.options import CityOptions
from schemas.commit import AnyCommand, Command, canonical
from schemas.rejection import Rejection
from schemas.table import LeaveSeat, OpenTable, TakeSeat
from services.engine.deciding import UnstoredOutcome, decide, decode_command
from tests.services.commands import new_command, open_command, seat_command

TABLE_ID = "g1"
SEED = "5" * 64
ARRIVED_AT = 999


def decided(command: AnyCommand, position: Position | None = None) -> UnstoredOutcome:
    return decide(decode_command(canonical(command)), position, ARRIVED_AT, 1_000, lambda _: SEED)


def rejected(command: AnyCommand, position: Position | None = None) -> Rejection:
    outcome = decided(command, position)
    assert outcome.commit is None
    assert outcome.after is None
    assert outcome.rejection is not None
    return outcome.rejection


@pytest.fixture
def opened() -> Position:
    after = decided(open_command(TABLE_ID)).after
    assert after is not None
    return after


def test_accepts_a_command_with_its_commit_and_the_next_position(opened: Position) -> None:
    command = seat_command(TABLE_ID, id="c2", expected_seq=1)
    outcome = decided(command, opened)
    assert outcome.action_type == "take_seat"
    assert outcome.rejection is None
    commit = outcome.commit
    assert commit is not None
    assert (commit.table, commit.seq, commit.rules, commit.at) == (TABLE_ID, 2, "city/2", 1_000)
    assert commit.command == msgspec.structs.replace(
        commit.command, id="c2", seat=0, action=TakeSeat("Amber"), at=ARRIVED_AT
    )
    assert commit.prev == opened.hash
    assert outcome.after == replay(opened, commit)


def test_the_table_keeps_the_given_seed(opened: Position) -> None:
    assert opened.table is not None
    assert opened.table.seed == SEED


@pytest.mark.parametrize("expected", [0, 2, 99])
def test_rejects_a_stale_seq_with_both_numbers(opened: Position, expected: int) -> None:
    rejection = rejected(seat_command(TABLE_ID, expected_seq=expected), opened)
    assert rejection.code == "stale"
    assert rejection.detail == {"expected": expected, "actual": 1}
    assert str(expected) in rejection.message


def test_the_seq_before_the_first_commit_is_0() -> None:
    assert decided(open_command(TABLE_ID, expected_seq=0)).commit is not None
    assert rejected(open_command(TABLE_ID, expected_seq=1)).code == "stale"


def test_rejects_commands_before_the_table_is_open() -> None:
    assert rejected(seat_command(TABLE_ID)).code == "not_open"
    assert rejected(new_command(TABLE_ID, {"type": "no_such_action"})).code == "not_open"


def test_rejects_an_unknown_game_and_lists_the_known_ones() -> None:
    rejection = rejected(new_command(TABLE_ID, OpenTable("chess", CityOptions(2))))
    assert rejection.code == "unknown_game"
    assert "chess" in rejection.message
    assert "city" in rejection.detail["known"]


@pytest.mark.parametrize(
    "action",
    [
        None,
        7,
        "draw",
        [],
        {},
        {"type": "no_such_action"},
        {"type": "walk"},
        {"type": "walk", "to": "nowhere"},
        {"type": "walk", "to": "library", "quickly": True},
        {"type": "contribute", "box": 0, "cards": []},
        {"type": 7},
    ],
    ids=str,
)
def test_rejects_an_unreadable_action_as_malformed(opened: Position, action: Any) -> None:
    outcome = decided(new_command(TABLE_ID, action, 0), opened)
    assert outcome.rejection is not None
    assert outcome.rejection.code == "malformed"
    assert outcome.action_type == "unknown", "text from a client never becomes a label"


@pytest.mark.parametrize("action", [None, 7, "open_table", [], {}, {"type": 7}], ids=str)
def test_rejects_an_unreadable_action_before_the_table_is_open(action: Any) -> None:
    assert rejected(new_command(TABLE_ID, action)).code == "malformed"


@pytest.mark.parametrize("options", [{}, {"players": 5}, {"players": 2, "cheat": True}], ids=str)
def test_rejects_options_the_game_does_not_have(options: Any) -> None:
    action = {"type": "open_table", "game": "city", "options": options}
    assert rejected(new_command(TABLE_ID, action)).code == "malformed"


def test_returns_the_rejections_of_the_table(opened: Position) -> None:
    assert rejected(open_command(TABLE_ID), opened).code == "already_open"
    assert rejected(new_command(TABLE_ID, LeaveSeat(), 0), opened).code == "seat_empty"
    assert rejected(new_command(TABLE_ID, LeaveSeat(), 3), opened).code == "no_such_seat"
    assert (
        rejected(new_command(TABLE_ID, OpenTable("city", CityOptions(2)), 0)).code == "wrong_sender"
    )


def encoded_command(**changes: Any) -> bytes:
    fields = {"id": "c1", "table": TABLE_ID, "seat": 0, "action": {"type": "draw"}}
    return msgspec.json.encode(fields | changes)


def test_a_queued_command_keeps_its_action_unchanged() -> None:
    opened = decode_command(encoded_command(action={"type": "draw", "anything": [1, 2]}))
    assert bytes(opened.action) == b'{"type":"draw","anything":[1,2]}'
    assert opened.expected_seq is None


@pytest.mark.parametrize(
    "command",
    [
        b"",
        b"draw",
        b"{",
        b"[]",
        b"\xff\xfe",
        encoded_command(id=""),
        encoded_command(id="x" * 81),
        encoded_command(id="a b"),
        encoded_command(id="c1\n"),
        encoded_command(table="../g1"),
        encoded_command(table="g1}:x"),
        encoded_command(seat=4),
        encoded_command(seat=-1),
        encoded_command(seat="ada"),
        encoded_command(at=1),
        encoded_command(expected_seq="1"),
        encoded_command(cheat=True),
        b'{"id":"c1","table":"g1","seat":0}',
    ],
)
def test_refuses_to_decode_invalid_commands(command: bytes) -> None:
    with pytest.raises((msgspec.DecodeError, UnicodeDecodeError)):
        decode_command(command)


def test_a_position_keeps_its_rulebook(opened: Position) -> None:
    assert opened.rulebook is CITY


def seated(opened: Position, *turns: int) -> Position:
    position = opened
    for turn in turns:
        after = decided(seat_command(TABLE_ID, turn), position).after
        assert after is not None
        position = after
    return position


@pytest.mark.parametrize(
    ("turns", "sitting"),
    [((0, 1), 1), ((0, 1, 0), 1), ((0,), 2)],
    ids=["left", "replaced", "not begun"],
)
@pytest.mark.parametrize("expected_seq", [None, 999])
@pytest.mark.parametrize("action", [LeaveSeat(), {"type": "no_such_action"}])
def test_rejects_a_former_sitting_before_anything_else(
    opened: Position, turns: tuple[int, ...], sitting: int, expected_seq: int | None, action: Any
) -> None:
    command = Command("c", TABLE_ID, 0, action, expected_seq, sitting)
    assert rejected(command, seated(opened, *turns)).code == "former_sitting"


def test_accepts_the_current_sitting_and_senders_without_one(opened: Position) -> None:
    position = seated(opened, 0, 1, 0)
    for command in (
        Command("c", TABLE_ID, 0, LeaveSeat(), sitting=2),
        Command("c", TABLE_ID, 0, LeaveSeat()),
    ):
        assert decided(command, position).rejection is None
