"""`bluemoon send`: a command by hand, checked before it is queued."""

import json

import pytest

from services.runtime.keys import shard_of
from tests.cli.live import OPEN, SHARDS, Live

AMBER = '{"type":"take_seat","player":"Amber"}'


def test_a_command_is_accepted_and_told(live: Live) -> None:
    opened = live.call("send", "sent", OPEN)
    seated = live.call("send", "sent", "-", "--seat", 0, stdin=AMBER.encode())

    assert opened.stdout == "accepted as commit 1 of sent\n    1  A table for 2 is opened.\n"
    assert seated.stdout == "accepted as commit 2 of sent\n    2  Amber sits down on seat 0.\n"
    assert opened.exit_code == seated.exit_code == 0


def test_a_refusal_by_the_rules_has_its_own_exit_code(live: Live) -> None:
    live.open_table("refused")

    words = live.call("send", "refused", OPEN)
    record = live.call("send", "refused", OPEN, "--json")

    assert words.exit_code == record.exit_code == 1
    assert words.stdout.startswith("refused (already_open): This table is open already.")
    assert json.loads(record.stdout)["rejection"]["code"] == "already_open"


def test_the_same_id_has_one_effect(live: Live) -> None:
    first = live.call("send", "once", OPEN, "--id", "once-1", "--json")
    second = live.call("send", "once", OPEN, "--id", "once-1", "--json")

    assert json.loads(first.stdout) == json.loads(second.stdout)
    assert json.loads(first.stdout)["seq"] == 1


def test_an_expected_version_is_held_to(live: Live) -> None:
    live.open_table("stale")

    result = live.call("send", "stale", AMBER, "--seat", 0, "--expected-seq", 7, "--json")

    assert result.exit_code == 1
    assert json.loads(result.stdout)["rejection"]["code"] == "stale"


def test_who_does_not_wait_is_told_the_commands_id(live: Live) -> None:
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
def test_what_is_wrong_is_named_and_nothing_is_queued(
    live: Live, arguments: tuple[str, ...], expected: str
) -> None:
    live.call("send", "strict", OPEN, "--id", "strict-1")
    stream = shard_of("strict", SHARDS).commands
    before = live.client.xinfo_stream(stream)["last-generated-id"]

    assert expected in live.refusal("send", "strict", *arguments)
    assert live.client.xinfo_stream(stream)["last-generated-id"] == before


def test_only_opening_a_known_game_begins_one(live: Live) -> None:
    assert "there is no game nowhere" in live.refusal("send", "nowhere", AMBER)
    unknown = '{"type":"open_table","game":"chess","options":{}}'
    assert "expected one of city" in live.refusal("send", "nowhere", unknown)
    assert "is no game's id" in live.refusal("send", "no where", OPEN)


def test_an_outcome_that_does_not_come_is_not_waited_for_for_ever(live: Live) -> None:
    # The same server has other databases, and no engine reads those.
    elsewhere = Live(live.settings["BLUEMOON_SERVER"].removesuffix("/0") + "/1")
    try:
        line = elsewhere.refusal("send", "silent", OPEN, "--timeout", 0.2, "--id", "silent-1")
    finally:
        elsewhere.client.flushdb()
        elsewhere.client.close()

    assert "no outcome within 0.2 s" in line
    assert "--id silent-1 is safe" in line
