"""`bluemoon dead-letters`: failed commands can be retried or dropped, and none is lost."""

import json
import secrets
from collections.abc import Iterator

import pytest
from msgspec import Struct

from services.runtime.store.keys import ShardKeys, shard_of
from tests.cli.live import OPEN, SHARDS, LiveSystem
from tests.waiting import wait_until


class BrokenTable(Struct, frozen=True):
    """A table that no engine can read, and the dead letters of two commands, older first."""

    table: str
    dead_letters: list[str]

    @property
    def shard(self) -> ShardKeys:
        return shard_of(self.table, SHARDS)


@pytest.fixture
def broken(live: LiveSystem) -> Iterator[BrokenTable]:
    table_id = f"broken-{secrets.token_hex(4)}"
    live.break_table(table_id)
    for number in range(2):
        command = f'{{"id":"b{number}","table":"{table_id}","seat":"system","action":{OPEN}}}'
        live.client.xadd(shard_of(table_id, SHARDS).commands, {"command": command})
    wait_until(lambda: len(unresolved_ids(live)) == 2 or None, "two dead letters")
    yield BrokenTable(table_id, unresolved_ids(live))
    for dead_letter_id in unresolved_ids(live):
        live.call("dead-letters", "drop", dead_letter_id)
    live.remove_table(table_id)


def unresolved_ids(live: LiveSystem) -> list[str]:
    lines = live.call("dead-letters", "ls", "--json").stdout.splitlines()
    return [json.loads(line)["id"] for line in lines]


def test_empty_list_is_reported(live: LiveSystem) -> None:
    assert live.call("dead-letters", "ls").stdout.startswith("No unresolved dead letters")


def test_show_prints_the_command_and_the_traceback(live: LiveSystem, broken: BrokenTable) -> None:
    listing = live.call("dead-letters", "ls").stdout
    text = live.call("dead-letters", "show", broken.dead_letters[0]).stdout
    record = json.loads(live.call("dead-letters", "show", broken.dead_letters[0], "--json").stdout)

    assert all(dead_letter_id in listing for dead_letter_id in broken.dead_letters)
    assert f'"table":"{broken.table}"' in text
    assert "missing required field" in text
    assert record["id"] == broken.dead_letters[0]


def test_retried_command_takes_effect_once_the_cause_is_fixed(
    live: LiveSystem, broken: BrokenTable
) -> None:
    live.remove_table(broken.table)

    assert live.call("dead-letters", "retry", broken.dead_letters[0]).exit_code == 0

    stream = broken.shard.table(broken.table)
    wait_until(lambda: live.client.xlen(stream) or None, "the table is open")
    assert live.client.hget(broken.shard.accepted_commands(broken.table), "b0") == b"1"
    assert unresolved_ids(live) == broken.dead_letters[1:]
    assert "no dead letter" in live.error_from("dead-letters", "retry", broken.dead_letters[0])


def test_command_that_fails_again_becomes_a_new_dead_letter(
    live: LiveSystem, broken: BrokenTable
) -> None:
    live.call("dead-letters", "retry", broken.dead_letters[0])

    new_ids = wait_until(
        lambda: sorted(set(unresolved_ids(live)) - set(broken.dead_letters)) or None,
        "a new dead letter",
    )
    assert len(new_ids) == 1


def test_resolved_dead_letters_are_trimmed_once_older_ones_are_resolved(
    live: LiveSystem, broken: BrokenTable
) -> None:
    live.call("dead-letters", "drop", broken.dead_letters[1])
    assert unresolved_ids(live) == broken.dead_letters[:1]
    assert live.client.xlen(broken.shard.dead_letters) == 2
    error = live.error_from("dead-letters", "drop", broken.dead_letters[1])
    assert f"dead letter {broken.dead_letters[1]} was already dropped" in error

    live.call("dead-letters", "drop", broken.dead_letters[0])
    assert live.client.xlen(broken.shard.dead_letters) == 0
    assert live.client.hlen(broken.shard.resolved_dead_letters) == 0


def test_invalid_command_can_only_be_dropped(live: LiveSystem) -> None:
    live.client.xadd(shard_of("any", SHARDS).commands, {"command": b"\xff nonsense"})
    [dead_letter_id] = wait_until(lambda: unresolved_ids(live) or None, "a dead letter")

    assert "contains no valid command" in live.error_from("dead-letters", "retry", dead_letter_id)
    assert live.call("dead-letters", "drop", dead_letter_id).exit_code == 0
    assert unresolved_ids(live) == []


@pytest.mark.parametrize("dead_letter_id", ["1", "x/1-0", f"{SHARDS}/1-0", "0/1", "0/1-0\n"])
def test_rejects_malformed_ids(live: LiveSystem, dead_letter_id: str) -> None:
    error = live.error_from("dead-letters", "drop", dead_letter_id)

    assert "expected shard/entry, like 3/1700000000000-0" in error
