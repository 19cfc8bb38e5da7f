"""`bluemoon send`: commands are checked before they are queued."""

import json

import pytest

from services.runtime.store.keys import shard_of
from tests.cli.live import OPEN, SHARDS, LiveSystem

AMBER = '{"type":"take_seat","player":"Amber"}'


def test_accepted_command_is_narrated(live: LiveSystem) -> None:
    opened = live.call("send", "sent", OPEN)
    seated = live.call("send", "sent", "-", "--seat", 0, stdin=AMBER.encode())

    assert (
        opened.stdout == "accepted as commit 1 of table sent\n    1  A table for 2 players opens.\n"
    )
    assert seated.stdout == "accepted as commit 2 of table sent\n    2  Amber takes seat 0.\n"
    assert opened.exit_code == seated.exit_code == 0


def test_rejection_by_the_rules_has_its_own_exit_code(live: LiveSystem) -> None:
    live.open_table("refused")

    words = live.call("send", "refused", OPEN)
    record = live.call("send", "refused", OPEN, "--json")

    assert words.exit_code == record.exit_code == 1
    assert words.stdout.startswith("rejected (already_open): This table is already open.")
    assert json.loads(record.stdout)["rejection"]["code"] == "already_open"


def test_repeated_id_has_one_effect(live: LiveSystem) -> None:
    first = live.call("send", "once", OPEN, "--id", "once-1", "--json")
    second = live.call("send", "once", OPEN, "--id", "once-1", "--json")

    assert json.loads(first.stdout) == json.loads(second.stdout)
    assert json.loads(first.stdout)["seq"] == 1


def test_expected_seq_is_checked(live: LiveSystem) -> None:
    live.open_table("stale")

    result = live.call("send", "stale", AMBER, "--seat", 0, "--expected-seq", 7, "--json")

    assert result.exit_code == 1
    assert json.loads(result.stdout)["rejection"]["code"] == "stale"


def test_no_wait_prints_the_command_id(live: LiveSystem) -> None:
    result = live.call("send", "unwaited", OPEN, "--no-wait", "--id", "unwaited-1", "--json")

    assert json.loads(result.stdout)["command"] == "unwaited-1"
    repeated = live.call("send", "unwaited", OPEN, "--id", "unwaited-1", "--json")
    assert json.loads(repeated.stdout)["seq"] == 1


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (('{"type":"take_seat","player":"A","x":1}',), "unknown field `x`"),
        (('{"type":"take_seat","player":7}',), "at `$.player`"),
        (('{"type":"jump"}',), "Invalid value 'jump'"),
        (("nonsense",), "malformed"),
        ((AMBER, "--seat", "4"), "--seat: expected system or a seat from 0 to 3, got '4'"),
        ((AMBER, "--id", "a b"), "at `$.id`"),
    ],
)
def test_invalid_command_is_explained_and_not_queued(
    live: LiveSystem, arguments: tuple[str, ...], expected: str
) -> None:
    live.call("send", "strict", OPEN, "--id", "strict-1")
    stream = shard_of("strict", SHARDS).commands
    before = live.client.xinfo_stream(stream)["last-generated-id"]

    assert expected in live.error_from("send", "strict", *arguments)
    assert live.client.xinfo_stream(stream)["last-generated-id"] == before


def test_only_opening_a_known_game_creates_a_table(live: LiveSystem) -> None:
    assert "there is no table nowhere" in live.error_from("send", "nowhere", AMBER)
    unknown = '{"type":"open_table","game":"chess","options":{}}'
    assert "expected one of city" in live.error_from("send", "nowhere", unknown)
    assert "is not a table id" in live.error_from("send", "no where", OPEN)


def test_missing_outcome_times_out(live: LiveSystem) -> None:
    # The same server has other databases, and no engine reads those.
    without_engine = LiveSystem(live.settings["BLUEMOON_SERVER"].removesuffix("/0") + "/1")
    try:
        line = without_engine.error_from(
            "send", "silent", OPEN, "--timeout", 0.2, "--id", "silent-1"
        )
    finally:
        without_engine.client.flushdb()
        without_engine.client.close()

    assert "no outcome within 0.2 s" in line
    assert "--id silent-1 is safe" in line
