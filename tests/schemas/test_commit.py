"""Commits: canonical form, hash, and redaction for each viewer."""

import json
from hashlib import sha256
from typing import Annotated, Any

import msgspec
import pytest
from msgspec.structs import replace

from schemas.city.actions import CityAction, Draw
from schemas.city.events import CardsDrawn, CardsSetAside, CityEvent, TurnEnded
from schemas.city.options import CityOptions
from schemas.commit import (
    AnyCommit,
    Command,
    Commit,
    RecordedCommand,
    canonical,
    digest,
    hash_recorded,
    redact_commit,
    seal,
)
from schemas.record import Action
from schemas.redaction import SPECTATOR, Viewer, secret_to
from schemas.strict import convert_strictly
from schemas.table import SYSTEM, GameEnded, OpenTable, Result, SeatTaken, TableOpened

SEED = "5eed" * 16

COMMIT: AnyCommit = Commit(
    table="g1",
    seq=7,
    rules="city/1",
    at=1_700_000_000_000,
    command=RecordedCommand("c7", 0, Draw(), 1_699_999_999_999),
    events=(
        CardsSetAside(0, ("flit-1",)),
        CardsDrawn(0, ("aqua-1", "aqua-2")),
        CardsDrawn(1, ("hoax-3",)),
        TurnEnded(0),
    ),
    state="ab" * 32,
    prev="cd" * 32,
)


def plain_json(record: object) -> bytes:
    """Return the canonical JSON as the standard library writes it."""
    builtins = msgspec.to_builtins(record)
    return json.dumps(builtins, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


# Canonical form


def test_canonical_has_sorted_keys_and_no_spaces() -> None:
    assert canonical(CardsDrawn(1, ("aqua-1",))) == (
        b'{"cards":["aqua-1"],"seat":1,"type":"cards_drawn"}'
    )


@pytest.mark.parametrize(
    "record",
    [
        COMMIT,
        SeatTaken(0, "amber", 1, "c0ffee", deck={"name": "Zoë Ødegård \U0001f409"}),
        GameEnded("obelisk", (Result(0, 1, True, {"offerings": 6, "crystals": 2}),)),
        TableOpened("city", CityOptions(2), "ab" * 32, SEED),
    ],
)
def test_canonical_is_what_any_json_library_writes(record: object) -> None:
    assert canonical(record) == plain_json(record)


def test_a_dictionary_is_sorted_too() -> None:
    result = Result(0, 1, True, {"offerings": 6, "crystals": 2})
    other = Result(0, 1, True, {"crystals": 2, "offerings": 6})

    assert canonical(result) == canonical(other)


def test_digest_is_sha256_of_the_canonical_form() -> None:
    record = CardsDrawn(1, ("aqua-1",))

    assert digest(record) == sha256(plain_json(record)).hexdigest()
    assert digest(record) == "7a6fad18b31b18adf8e1c56e74ea6f101d4bbc5582e2ca2c5a80744919d9b07b"


# The hash


def test_seal_hashes_everything_but_the_hash() -> None:
    sealed = seal(COMMIT)

    unsealed = replace(sealed, hash="0" * 64)
    assert sealed.hash == sha256(plain_json(unsealed)).hexdigest()
    assert sealed.hash == "dfac20628b14e4ec82191c2c23de267e1c6b3772d4c1aa67cafa47b416e85c8c"
    assert seal(sealed) == sealed


@pytest.mark.parametrize(
    "changes",
    [
        {"table": "g2"},
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
def test_every_field_is_hashed(changes: dict[str, Any]) -> None:
    assert seal(replace(COMMIT, **changes)).hash != seal(COMMIT).hash


def test_the_hash_itself_is_not_hashed() -> None:
    assert seal(replace(COMMIT, hash="ff" * 32)).hash == seal(COMMIT).hash


def test_the_hash_of_recorded_bytes_is_that_of_the_sealed_commit() -> None:
    sealed = seal(COMMIT)
    assert hash_recorded(canonical(sealed), sealed.hash) == sealed.hash


def sealed_line(fields: dict[str, Any]) -> tuple[bytes, str]:
    """A line as a newer release would record it, and its hash."""
    unsealed = canonical(fields | {"hash": "0" * 64})
    sealed = sha256(unsealed).hexdigest()
    return canonical(fields | {"hash": sealed}), sealed


def test_undeclared_recorded_fields_are_hashed_too() -> None:
    fields = msgspec.to_builtins(COMMIT) | {"weather": "fair"}
    line, sealed = sealed_line(fields)
    assert hash_recorded(line, sealed) == sealed
    assert hash_recorded(line.replace(b"fair", b"foul"), sealed) != sealed


@pytest.mark.parametrize("name", ["a_copy", "zz_copy"])
def test_a_copy_of_the_hash_inside_another_field_is_not_replaced(name: str) -> None:
    line, _ = sealed_line(msgspec.to_builtins(COMMIT) | {name: {"hash": "0" * 64}})
    fields = msgspec.json.decode(line)
    forged = canonical(fields | {"hash": "0" * 64})
    sealed = sha256(forged).hexdigest()
    copied = canonical(fields | {"hash": sealed, name: {"hash": sealed}})
    expected = sha256(canonical(fields | {"hash": "0" * 64, name: {"hash": sealed}})).hexdigest()
    assert hash_recorded(copied, sealed) == expected


def test_bytes_that_are_not_canonical_have_another_hash() -> None:
    sealed = seal(COMMIT)
    reformatted = json.dumps(json.loads(canonical(sealed))).encode()
    assert hash_recorded(reformatted, sealed.hash) != sealed.hash


# What a viewer receives


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
    redacted = redact_commit(COMMIT, viewer, over=False)

    assert [event.cards for event in redacted.events[:3]] == cards
    assert redacted.events[3] == TurnEnded(0)


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_everything_is_visible_after_the_end(viewer: Viewer) -> None:
    assert redact_commit(COMMIT, viewer, over=True).events == COMMIT.events


@pytest.mark.parametrize("over", [False, True])
def test_no_viewer_receives_digests(over: bool) -> None:
    """Digests depend on hidden cards, so viewers could check guesses with them."""
    encoded = canonical(redact_commit(seal(COMMIT), 0, over=over))

    assert set(msgspec.json.decode(encoded)) == {
        "table",
        "seq",
        "rules",
        "at",
        "command",
        "events",
    }
    for secret in (COMMIT.state, COMMIT.prev, seal(COMMIT).hash):
        assert str(secret).encode() not in encoded


def test_a_redacted_commit_keeps_its_seq_and_its_number_of_events() -> None:
    redacted = redact_commit(COMMIT, SPECTATOR, over=False)

    assert (redacted.table, redacted.seq, redacted.rules, redacted.at) == (
        "g1",
        7,
        "city/1",
        COMMIT.at,
    )
    assert redacted.command == COMMIT.command
    assert len(redacted.events) == len(COMMIT.events)


def test_the_seed_is_hidden_until_the_end() -> None:
    opening = replace(
        COMMIT,
        command=RecordedCommand("c1", SYSTEM, OpenTable("city", CityOptions(2)), 0),
        events=(TableOpened("city", CityOptions(2), "ab" * 32, SEED),),
    )

    assert SEED.encode() not in canonical(redact_commit(opening, 0, over=False))
    assert SEED.encode() in canonical(redact_commit(opening, 0, over=True))


class Bid(Action):
    """An action that only its own seat may read."""

    seat: int
    cards: Annotated[tuple[str, ...], secret_to("seat")]


def test_secrets_of_a_command_are_redacted_too() -> None:
    bid = replace(COMMIT, command=replace(COMMIT.command, action=Bid(0, ("aqua-1", "aqua-2"))))

    assert redact_commit(bid, 0, over=False).command.action.cards == ("aqua-1", "aqua-2")
    assert redact_commit(bid, 1, over=False).command.action.cards == 2
    assert redact_commit(bid, 1, over=True).command.action.cards == ("aqua-1", "aqua-2")


# Commands


COMMAND = {"id": "c1", "table": "g1", "seat": 0, "action": {"type": "draw"}}


def test_a_command_is_decoded() -> None:
    assert msgspec.convert(COMMAND, Command[CityAction]) == Command("c1", "g1", 0, Draw())
    assert msgspec.convert(
        COMMAND | {"seat": "system", "expected_seq": 0}, Command[CityAction]
    ) == Command("c1", "g1", "system", Draw(), 0)


@pytest.mark.parametrize(
    "text", ["a", "A-z_0.9:x", "0" * 64, "550e8400-e29b-41d4-a716-446655440000"]
)
def test_clients_choose_their_command_ids(text: str) -> None:
    assert msgspec.convert(COMMAND | {"id": text}, Command[CityAction]).id == text


@pytest.mark.parametrize(
    ("field", "value", "error"),
    [
        ("id", "", "matching regex"),
        ("id", "0" * 81, "matching regex"),
        ("id", "a b", "matching regex"),
        ("id", "a\n", "matching regex"),
        ("id", "é", "matching regex"),
        ("table", "a/b", "matching regex"),
        ("table", "0" * 81, "matching regex"),
        ("table", "g\n", "matching regex"),
        ("seat", -1, "Expected `int` >= 0"),
        ("seat", 4, "Expected `int` <= 3"),
        ("seat", "nobody", "Invalid enum value 'nobody'"),
        ("seat", 1.5, "Expected `int | str`, got `float`"),
        ("expected_seq", -1, "Expected `int` >= 0"),
        ("expected_seq", "1", "Expected `int | null`, got `str`"),
        ("action", {"type": "explode"}, "Invalid value 'explode'"),
    ],
)
def test_an_invalid_command_is_refused_with_its_path(field: str, value: object, error: str) -> None:
    with pytest.raises(msgspec.ValidationError) as refusal:
        msgspec.convert(COMMAND | {field: value}, Command[CityAction])

    assert error in str(refusal.value)
    assert f"- at `$.{field}" in str(refusal.value)


def test_a_command_with_an_undeclared_field_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field `token`"):
        convert_strictly(COMMAND | {"token": "x"}, Command[CityAction])


def test_a_commit_survives_encoding() -> None:
    sealed = seal(COMMIT)

    assert msgspec.json.decode(canonical(sealed), type=Commit[CityAction, CityEvent]) == sealed


def test_a_commit_never_changes() -> None:
    with pytest.raises(AttributeError):
        COMMIT.seq = 8  # type: ignore[misc]
