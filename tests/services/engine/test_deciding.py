"""One command, one verdict: a commit or a rejection, never an exception."""

from typing import Any

import msgspec
import pytest

from games.city.game import CITY
from games.history import Position, replay
from schemas.city import CityOptions
from schemas.commit import AnyCommand, canonical
from schemas.rejection import Rejection
from schemas.table import LeaveSeat, OpenTable, TakeSeat
from services.engine.deciding import Verdict, decide, open_envelope
from tests.services.asking import ask, ask_open, ask_seat

GAME = "g1"
SEED = "5" * 64


def decided(command: AnyCommand, position: Position | None = None) -> Verdict:
    return decide(open_envelope(canonical(command)), position, 1_000, SEED)


def refused(command: AnyCommand, position: Position | None = None) -> Rejection:
    verdict = decided(command, position)
    assert verdict.commit is None
    assert verdict.after is None
    assert verdict.rejection is not None
    return verdict.rejection


@pytest.fixture
def opened() -> Position:
    after = decided(ask_open(GAME)).after
    assert after is not None
    return after


def test_an_accepted_command_gives_its_commit_and_what_follows(opened: Position) -> None:
    command = ask_seat(GAME, id="c2", expected_seq=1)
    verdict = decided(command, opened)
    assert verdict.kind == "take_seat"
    assert verdict.rejection is None
    commit = verdict.commit
    assert commit is not None
    assert (commit.game, commit.seq, commit.rules, commit.at) == (GAME, 2, "city/1", 1_000)
    assert commit.command == msgspec.structs.replace(
        commit.command, id="c2", seat=0, action=TakeSeat("Amber"), at=command.at
    )
    assert commit.prev == opened.hash
    assert verdict.after == replay(opened, commit)


def test_the_seed_is_the_one_that_was_drawn(opened: Position) -> None:
    assert opened.table is not None
    assert opened.table.seed == SEED


@pytest.mark.parametrize("expected", [0, 2, 99])
def test_a_stale_version_is_refused_with_both_numbers(opened: Position, expected: int) -> None:
    rejection = refused(ask_seat(GAME, expected_seq=expected), opened)
    assert rejection.code == "stale"
    assert rejection.detail == {"expected": expected, "actual": 1}
    assert str(expected) in rejection.message


def test_before_the_first_commit_the_version_is_0() -> None:
    assert decided(ask_open(GAME, expected_seq=0)).commit is not None
    assert refused(ask_open(GAME, expected_seq=1)).code == "stale"


def test_a_table_has_to_be_opened_first() -> None:
    assert refused(ask_seat(GAME)).code == "not_open"
    assert refused(ask(GAME, {"type": "no_such_action"})).code == "not_open"


def test_an_unknown_game_is_refused_and_the_known_ones_named() -> None:
    rejection = refused(ask(GAME, OpenTable("chess", CityOptions(2))))
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
def test_an_action_that_cannot_be_read_is_malformed(opened: Position, action: Any) -> None:
    verdict = decided(ask(GAME, action, 0), opened)
    assert verdict.rejection is not None
    assert verdict.rejection.code == "malformed"
    assert verdict.kind == "unknown", "what a client makes up never becomes a label"


@pytest.mark.parametrize("action", [None, 7, "open_table", [], {}, {"type": 7}], ids=str)
def test_before_a_table_is_open_too(action: Any) -> None:
    assert refused(ask(GAME, action)).code == "malformed"


@pytest.mark.parametrize("options", [{}, {"players": 5}, {"players": 2, "cheat": True}], ids=str)
def test_options_are_held_to_the_game_s_own(options: Any) -> None:
    action = {"type": "open_table", "game": "city", "options": options}
    assert refused(ask(GAME, action)).code == "malformed"


def test_the_table_s_own_refusals_come_through(opened: Position) -> None:
    assert refused(ask_open(GAME), opened).code == "already_open"
    assert refused(ask(GAME, LeaveSeat(), 0), opened).code == "seat_empty"
    assert refused(ask(GAME, LeaveSeat(), 3), opened).code == "no_such_seat"
    assert refused(ask(GAME, OpenTable("city", CityOptions(2)), 0)).code == "wrong_actor"


def envelope(**changes: Any) -> bytes:
    fields = {"id": "c1", "game": GAME, "seat": 0, "action": {"type": "draw"}, "at": 1}
    return msgspec.json.encode(fields | changes)


def test_an_envelope_keeps_the_action_as_it_came() -> None:
    opened = open_envelope(envelope(action={"type": "draw", "anything": [1, 2]}))
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
        envelope(id=""),
        envelope(id="x" * 65),
        envelope(id="a b"),
        envelope(id="c1\n"),
        envelope(game="../g1"),
        envelope(game="g1}:x"),
        envelope(seat=4),
        envelope(seat=-1),
        envelope(seat="ada"),
        envelope(at=-1),
        envelope(at="now"),
        envelope(expected_seq="1"),
        envelope(cheat=True),
        b'{"id":"c1","game":"g1","seat":0,"at":1}',
    ],
)
def test_what_is_no_command_is_not_opened(command: bytes) -> None:
    with pytest.raises((msgspec.DecodeError, UnicodeDecodeError)):
        open_envelope(command)


def test_the_rules_of_a_running_game_stay_its_own(opened: Position) -> None:
    assert opened.game is CITY
