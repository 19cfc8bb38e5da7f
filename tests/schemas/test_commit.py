"""Commits: one way to write them down, a digest over all of it, and a version for each viewer."""

import json
from hashlib import blake2b
from typing import Annotated, Any

import msgspec
import pytest
from msgspec.structs import replace

from schemas.city import (
    CardsDrawn,
    CardsSetAside,
    CityAction,
    CityEvent,
    CityOptions,
    Draw,
    TurnEnded,
)
from schemas.commit import (
    AnyCommit,
    Cause,
    Command,
    Commit,
    canonical,
    digest,
    hash_of,
    seal,
    seen,
)
from schemas.secrecy import SPECTATOR, Viewer, secret_to
from schemas.strict import Action
from schemas.table import SYSTEM, GameEnded, OpenTable, Result, SeatTaken, TableOpened

SEED = "5eed" * 16

COMMIT: AnyCommit = Commit(
    game="g1",
    seq=7,
    rules="city/1",
    at=1_700_000_000_000,
    command=Cause("c7", 0, Draw(), 1_699_999_999_999),
    events=(
        CardsSetAside(0, ("flit-1",)),
        CardsDrawn(0, ("aqua-1", "aqua-2")),
        CardsDrawn(1, ("hoax-3",)),
        TurnEnded(0),
    ),
    state="ab" * 32,
    prev="cd" * 32,
)


def plainly(record: object) -> bytes:
    """Canonical JSON, written a second time by other means."""
    builtins = msgspec.to_builtins(record)
    return json.dumps(builtins, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


# The one way to write a record down


def test_canonical_has_sorted_keys_and_no_spaces() -> None:
    assert canonical(CardsDrawn(1, ("aqua-1",))) == (
        b'{"cards":["aqua-1"],"seat":1,"type":"cards_drawn"}'
    )


@pytest.mark.parametrize(
    "record",
    [
        COMMIT,
        SeatTaken(0, "Zoë Ødegård \U0001f409", "c0ffee"),
        GameEnded("obelisk", (Result(0, 1, True, {"offerings": 6, "crystals": 2}),)),
        TableOpened("city", CityOptions(2), "ab" * 32, SEED),
    ],
)
def test_canonical_is_what_any_json_library_writes(record: object) -> None:
    assert canonical(record) == plainly(record)


def test_a_dictionary_is_sorted_too() -> None:
    one = Result(0, 1, True, {"offerings": 6, "crystals": 2})
    other = Result(0, 1, True, {"crystals": 2, "offerings": 6})

    assert canonical(one) == canonical(other)


def test_the_digest_is_blake2b_256_of_the_canonical_form() -> None:
    record = CardsDrawn(1, ("aqua-1",))

    assert digest(record) == blake2b(plainly(record), digest_size=32).hexdigest()
    assert digest(record) == "1eeccc5741460e84e271e779ec8fa832cc78db84f5833c504c6ab23df0f5fcaa"


# The hash


def test_a_sealed_commit_has_the_hash_of_all_the_rest() -> None:
    sealed = seal(COMMIT)

    unsealed = replace(sealed, hash="0" * 64)
    assert sealed.hash == blake2b(plainly(unsealed), digest_size=32).hexdigest()
    assert sealed.hash == "8d7fdca3770e0beb809fc8ad989f1d7be179d18895b596a6bdf8bfc5fe40bcbf"
    assert seal(sealed) == sealed


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "g2"},
        {"seq": 8},
        {"rules": "city/2"},
        {"at": 0},
        {"command": replace(COMMIT.command, id="c8")},
        {"command": replace(COMMIT.command, seat=1)},
        {"command": replace(COMMIT.command, at=0)},
        {"command": replace(COMMIT.command, action=OpenTable("city", CityOptions(2)))},
        {"events": COMMIT.events[:-1]},
        {"events": (*COMMIT.events[1:], COMMIT.events[0])},
        {"state": "00" * 32},
        {"prev": None},
    ],
)
def test_every_field_is_under_the_hash(changes: dict[str, Any]) -> None:
    assert hash_of(replace(COMMIT, **changes)) != hash_of(COMMIT)


def test_the_hash_itself_is_not() -> None:
    assert hash_of(replace(COMMIT, hash="ff" * 32)) == hash_of(COMMIT)


# What a viewer is told


@pytest.mark.parametrize(
    ("viewer", "cards"),
    [
        (0, [1, ("aqua-1", "aqua-2"), 1]),
        (1, [1, 2, ("hoax-3",)]),
        (2, [1, 2, 1]),
        (SPECTATOR, [1, 2, 1]),
    ],
)
def test_a_viewer_sees_own_cards_and_the_number_of_others(
    viewer: Viewer, cards: list[object]
) -> None:
    told = seen(COMMIT, viewer, over=False)

    assert [event.cards for event in told.events[:3]] == cards
    assert told.events[3] == TurnEnded(0)


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_after_the_end_everything_is_told(viewer: Viewer) -> None:
    assert seen(COMMIT, viewer, over=True).events == COMMIT.events


@pytest.mark.parametrize("over", [False, True])
def test_digests_are_told_to_nobody(over: bool) -> None:
    """They depend on hidden cards: who may guess could check the guess."""
    written = canonical(seen(seal(COMMIT), 0, over=over))

    assert set(msgspec.json.decode(written)) == {
        "game",
        "seq",
        "rules",
        "at",
        "command",
        "events",
    }
    for secret in (COMMIT.state, COMMIT.prev, seal(COMMIT).hash):
        assert str(secret).encode() not in written


def test_a_commit_that_hides_something_still_advances_the_viewer() -> None:
    told = seen(COMMIT, SPECTATOR, over=False)

    assert (told.game, told.seq, told.rules, told.at) == ("g1", 7, "city/1", COMMIT.at)
    assert told.command == COMMIT.command
    assert len(told.events) == len(COMMIT.events)


def test_the_seed_is_not_told_before_the_end() -> None:
    opening = replace(
        COMMIT,
        command=Cause("c1", SYSTEM, OpenTable("city", CityOptions(2)), 0),
        events=(TableOpened("city", CityOptions(2), "ab" * 32, SEED),),
    )

    assert SEED.encode() not in canonical(seen(opening, 0, over=False))
    assert SEED.encode() in canonical(seen(opening, 0, over=True))


class Bid(Action):
    """An action that only its own seat may read."""

    seat: int
    cards: Annotated[tuple[str, ...], secret_to("seat")]


def test_a_secret_of_the_command_is_kept_like_that_of_an_event() -> None:
    bid = replace(COMMIT, command=replace(COMMIT.command, action=Bid(0, ("aqua-1", "aqua-2"))))

    assert seen(bid, 0, over=False).command.action.cards == ("aqua-1", "aqua-2")
    assert seen(bid, 1, over=False).command.action.cards == 2
    assert seen(bid, 1, over=True).command.action.cards == ("aqua-1", "aqua-2")


# Commands


COMMAND = {"id": "c1", "game": "g1", "seat": 0, "action": {"type": "draw"}, "at": 5}


def test_a_command_is_read() -> None:
    assert msgspec.convert(COMMAND, Command[CityAction]) == Command("c1", "g1", 0, Draw(), 5)
    assert msgspec.convert(
        COMMAND | {"seat": "system", "expected_seq": 0}, Command[CityAction]
    ) == Command("c1", "g1", "system", Draw(), 5, 0)


@pytest.mark.parametrize(
    "text", ["a", "A-z_0.9:x", "0" * 64, "550e8400-e29b-41d4-a716-446655440000"]
)
def test_an_id_is_the_clients_own(text: str) -> None:
    assert msgspec.convert(COMMAND | {"id": text}, Command[CityAction]).id == text


@pytest.mark.parametrize(
    ("field", "value", "error"),
    [
        ("id", "", "matching regex"),
        ("id", "0" * 65, "matching regex"),
        ("id", "a b", "matching regex"),
        ("id", "a\n", "matching regex"),
        ("id", "é", "matching regex"),
        ("game", "a/b", "matching regex"),
        ("game", "0" * 65, "matching regex"),
        ("game", "g\n", "matching regex"),
        ("seat", -1, "Expected `int` >= 0"),
        ("seat", 4, "Expected `int` <= 3"),
        ("seat", "nobody", "Invalid enum value 'nobody'"),
        ("seat", 1.5, "Expected `int | str`, got `float`"),
        ("at", -1, "Expected `int` >= 0"),
        ("expected_seq", -1, "Expected `int` >= 0"),
        ("expected_seq", "1", "Expected `int | null`, got `str`"),
        ("action", {"type": "explode"}, "Invalid value 'explode'"),
    ],
)
def test_a_command_out_of_bounds_is_refused_with_its_path(
    field: str, value: object, error: str
) -> None:
    with pytest.raises(msgspec.ValidationError) as refusal:
        msgspec.convert(COMMAND | {field: value}, Command[CityAction])

    assert error in str(refusal.value)
    assert f"- at `$.{field}" in str(refusal.value)


def test_a_command_with_a_field_nobody_declared_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field `token`"):
        msgspec.convert(COMMAND | {"token": "x"}, Command[CityAction])


def test_a_commit_is_read_as_it_was_written() -> None:
    sealed = seal(COMMIT)

    assert msgspec.json.decode(canonical(sealed), type=Commit[CityAction, CityEvent]) == sealed


def test_a_commit_never_changes() -> None:
    with pytest.raises(AttributeError):
        COMMIT.seq = 8  # type: ignore[misc]
