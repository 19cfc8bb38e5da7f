"""Decoding commits: invalid bytes are refused with the path of the error."""

import json
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from itertools import islice
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from games.bots import random_bot
from games.city.rulebook import CITY
from games.codec import (
    HashMismatchError,
    UnreadableRecordError,
    commit_decoder,
    commit_type,
    read_commit,
    redacted_commit_type,
    table_type,
    view_type,
)
from games.playout import Playout, play_out
from games.registry import rulebooks
from schemas.city.options import CityOptions
from schemas.commit import AnyCommit, canonical


@cache
def commits() -> tuple[AnyCommit, ...]:
    playout = Playout(
        CITY, CityOptions(2), (("Amber", random_bot), ("Basalt", random_bot)), "codec", "g1"
    )
    return tuple(commit for commit, _ in islice(play_out(playout), 60))


def line_with(kind: str) -> dict[str, Any]:
    """A commit, as plain JSON, whose first event is of this kind."""
    lines = (json.loads(canonical(commit)) for commit in commits())
    return next(line for line in lines if line["events"][0]["type"] == kind)


def unreadable(line: dict[str, Any] | bytes) -> str:
    with pytest.raises(UnreadableRecordError) as caught:
        read_commit(line if isinstance(line, bytes) else json.dumps(line).encode())
    return str(caught.value)


def test_every_commit_survives_encoding() -> None:
    for commit in commits():
        assert read_commit(canonical(commit)) == commit


@pytest.mark.parametrize("indent", [None, 2])
def test_a_line_that_is_not_canonical_does_not_match_its_hash(indent: int | None) -> None:
    fields = json.loads(canonical(commits()[5]))
    reformatted = json.dumps(dict(reversed(fields.items())), indent=indent, separators=(",", ":"))

    with pytest.raises(HashMismatchError, match="commit 6: its hash is"):
        read_commit(reformatted.encode())


@pytest.mark.parametrize("number", [0, 5])
def test_every_changed_byte_is_detected(number: int) -> None:
    line = canonical(commits()[number])
    for index in range(0, len(line), 7):
        changed = line[:index] + bytes([line[index] ^ 1]) + line[index + 1 :]
        with pytest.raises(UnreadableRecordError):
            read_commit(changed)


def sealed(fields: dict[str, Any]) -> bytes:
    """The line as a newer release would record it."""
    unsealed = canonical(fields | {"hash": "0" * 64})
    return canonical(fields | {"hash": sha256(unsealed).hexdigest()})


def test_an_unknown_event_is_refused() -> None:
    line = line_with("game_started")
    line["events"][2]["type"] = "meteor_fell"

    assert unreadable(line) == "Invalid value 'meteor_fell' - at `$.events[2].type`"


def test_an_unknown_action_is_refused() -> None:
    line = line_with("game_started")
    line["command"]["action"]["type"] = "cheat"

    assert unreadable(line) == "Invalid value 'cheat' - at `$.command.action.type`"


def test_an_event_is_not_an_action() -> None:
    line = line_with("game_started")
    line["command"]["action"] = {"type": "game_started"}

    assert unreadable(line) == "Invalid value 'game_started' - at `$.command.action.type`"


@pytest.mark.parametrize(
    ("parent", "path"),
    [
        (lambda line: line, ""),
        (lambda line: line["command"], " - at `$.command`"),
        (lambda line: line["command"]["action"], " - at `$.command.action`"),
        (lambda line: line["events"][0], " - at `$.events[0]`"),
        (lambda line: line["events"][0]["options"], " - at `$.events[0].options`"),
        (lambda line: line["events"][0]["options"]["split"], " - at `$.events[0].options.split`"),
    ],
)
def test_an_undeclared_field_is_tolerated_at_every_depth(
    parent: Callable[[dict[str, Any]], dict[str, Any]], path: str
) -> None:
    """A newer release may add optional fields; the hash covers them."""
    fields = line_with("table_opened")
    known = read_commit(sealed(fields))
    parent(fields)["colour"] = "blue"
    line = sealed(fields)

    commit = read_commit(line)
    assert commit == replace(known, hash=commit.hash), path
    assert commit.hash != known.hash
    with pytest.raises(HashMismatchError):
        read_commit(line.replace(b'"blue"', b'"pink"'))


def test_an_unknown_record_format_is_refused() -> None:
    fields = line_with("table_opened")
    assert fields["format"] == 1
    with pytest.raises(UnreadableRecordError, match="unknown record format 2, expected 1"):
        read_commit(sealed(fields | {"format": 2}))


def test_a_missing_field_is_refused() -> None:
    line = line_with("table_opened")
    del line["events"][0]["commitment"]

    assert unreadable(line) == "Object missing required field `commitment` - at `$.events[0]`"


@pytest.mark.parametrize(
    "field", ["table", "seq", "rules", "at", "command", "events", "state", "prev"]
)
def test_every_field_of_a_commit_is_required(field: str) -> None:
    line = line_with("table_opened")
    del line[field]

    assert unreadable(line) == f"Object missing required field `{field}`"


@pytest.mark.parametrize(
    ("field", "value", "error"),
    [
        ("seq", "1", "Expected `int`, got `str` - at `$.seq`"),
        ("seq", 0, "Expected `int` >= 1 - at `$.seq`"),
        ("seq", 1.5, "Expected `int`, got `float` - at `$.seq`"),
        ("at", -1, "Expected `int` >= 0 - at `$.at`"),
        ("at", None, "Expected `int`, got `null` - at `$.at`"),
        ("events", {}, "Expected `array`, got `object` - at `$.events`"),
        ("events", [7], "Expected `object`, got `int` - at `$.events[0]`"),
        ("command", [], "Expected `object`, got `array` - at `$.command`"),
        ("state", 7, "Expected `str`, got `int` - at `$.state`"),
        ("prev", 7, "Expected `str | null`, got `int` - at `$.prev`"),
    ],
)
def test_a_wrong_type_is_refused_with_its_path(field: str, value: Any, error: str) -> None:
    line = line_with("table_opened")
    line[field] = value

    assert unreadable(line) == error


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("state", "0" * 63),
        ("state", "G" * 64),
        ("hash", "0" * 64 + "\n"),
        ("prev", "ABCDEF" + "0" * 58),
        ("table", "no spaces"),
        ("table", "g1\n"),
        ("table", ""),
    ],
)
def test_ids_and_digests_must_match_their_pattern(field: str, value: str) -> None:
    line = line_with("table_opened")
    line[field] = value

    error = unreadable(line)
    assert error.startswith("Expected `str` matching regex ")
    assert error.endswith(f" - at `$.{field}`")


def test_a_card_that_does_not_exist_is_refused() -> None:
    line = line_with("cards_drawn")
    line["events"][0]["cards"][1] = "khind-3"

    assert unreadable(line) == "Invalid enum value 'khind-3' - at `$.events[0].cards[1]`"


def test_a_redacted_hand_is_refused() -> None:
    """A redacted commit cannot be read as a recorded one."""
    line = line_with("cards_drawn")
    line["events"][0]["cards"] = 2

    assert unreadable(line) == "Expected `array`, got `int` - at `$.events[0].cards`"


@pytest.mark.parametrize("length", [0, 1, 17, -2, -1])
def test_a_truncated_line_is_refused(length: int) -> None:
    assert unreadable(canonical(commits()[3])[:length]) == "Input data was truncated"


def test_trailing_bytes_are_refused() -> None:
    assert unreadable(canonical(commits()[0]) + b"{}").startswith("JSON is malformed: ")


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (b"[]", "Expected `object`, got `array`"),
        (b"null", "Expected `object`, got `null`"),
        (b"{}", "Object missing required field `rules`"),
        (b'{"rules":7}', "Expected `str`, got `int` - at `$.rules`"),
        (b"\xff\xfe", "JSON is malformed: invalid character (byte 0)"),
        (b'{"rules":"city/1",}', "JSON is malformed: "),
        (b'{"rules":"\xff"}', "'utf-8' codec can't decode byte 0xff"),
        (b'{"x":' + b"[" * 100_000, "maximum recursion depth exceeded"),
    ],
)
def test_bytes_that_are_not_a_commit_are_refused(line: bytes, error: str) -> None:
    assert unreadable(line).startswith(error)


def test_unknown_rules_are_refused_with_a_list_of_known_ones() -> None:
    line = line_with("table_opened") | {"rules": "chess/1"}

    known = ", ".join(rulebooks())
    assert unreadable(line) == f"unknown rules 'chess/1', expected one of: {known}"


def test_each_set_of_rules_has_one_decoder() -> None:
    assert commit_decoder("city/1") is commit_decoder("city/1")


def test_the_types_of_a_game_contain_its_own_records() -> None:
    commit = commits()[0]
    assert msgspec.json.decode(canonical(commit), type=commit_type(CITY)) == commit

    schemas = [
        json.dumps(msgspec.json.schema(record_type))
        for record_type in (
            commit_type(CITY),
            redacted_commit_type(CITY),
            table_type(CITY),
            view_type(CITY),
        )
    ]
    assert all("CityOptions" in schema for schema in schemas)
