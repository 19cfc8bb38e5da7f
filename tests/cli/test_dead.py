"""`bluemoon dead`: what an engine failed on can be sent again or dropped, and is never lost."""

import json
import secrets
from collections.abc import Iterator

import pytest
from msgspec import Struct

from services.runtime.keys import ShardKeys, shard_of
from tests.cli.live import OPEN, SHARDS, Live
from tests.services.servers import within

SECONDS = 30.0


class Broken(Struct, frozen=True):
    """A game that no engine can read, and the letters of two commands for it, older first."""

    game: str
    letters: list[str]

    @property
    def shard(self) -> ShardKeys:
        return shard_of(self.game, SHARDS)


@pytest.fixture
def broken(live: Live) -> Iterator[Broken]:
    game = f"broken-{secrets.token_hex(4)}"
    live.break_game(game)
    for number in range(2):
        command = f'{{"id":"b{number}","game":"{game}","seat":"system","action":{OPEN},"at":1}}'
        live.client.xadd(shard_of(game, SHARDS).commands, {"command": command})
    within(SECONDS, lambda: len(waiting(live)) == 2 or None, "two dead letters")
    yield Broken(game, waiting(live))
    for letter in waiting(live):
        live.call("dead", "drop", letter)
    live.mend_game(game)


def waiting(live: Live) -> list[str]:
    lines = live.call("dead", "ls", "--json").stdout.splitlines()
    return [json.loads(line)["id"] for line in lines]


def test_none_is_good_news(live: Live) -> None:
    assert live.call("dead", "ls").stdout.startswith("No dead letters")


def test_a_letter_shows_the_command_and_where_the_engine_failed(live: Live, broken: Broken) -> None:
    listed = live.call("dead", "ls").stdout
    shown = live.call("dead", "show", broken.letters[0]).stdout

    assert all(letter in listed for letter in broken.letters)
    assert f'"game":"{broken.game}"' in shown
    assert "unknown rules 'x/1'" in shown
    assert (
        json.loads(live.call("dead", "show", broken.letters[0], "--json").stdout)["id"]
        == broken.letters[0]
    )


def test_when_the_cause_is_mended_the_command_has_its_effect(live: Live, broken: Broken) -> None:
    live.mend_game(broken.game)

    assert live.call("dead", "retry", broken.letters[0]).exit_code == 0

    within(
        SECONDS,
        lambda: live.client.xlen(broken.shard.game(broken.game)) or None,
        "the table is open",
    )
    assert live.client.hget(broken.shard.seen(broken.game), "b0") == b"1"
    assert waiting(live) == broken.letters[1:]
    assert "there is no letter" in live.refusal("dead", "retry", broken.letters[0])


def test_a_command_that_fails_again_comes_back(live: Live, broken: Broken) -> None:
    live.call("dead", "retry", broken.letters[0])

    back = within(
        SECONDS,
        lambda: [one for one in waiting(live) if one not in broken.letters] or None,
        "it is back",
    )
    assert len(back) == 1


def test_looked_after_letters_go_when_none_before_them_waits(live: Live, broken: Broken) -> None:

    live.call("dead", "drop", broken.letters[1])
    assert waiting(live) == broken.letters[:1]
    assert live.client.xlen(broken.shard.dead) == 2
    assert f"letter {broken.letters[1]} was dropped already" in live.refusal(
        "dead", "drop", broken.letters[1]
    )

    live.call("dead", "drop", broken.letters[0])
    assert live.client.xlen(broken.shard.dead) == 0
    assert live.client.hlen(broken.shard.dead_handled) == 0


def test_what_is_no_command_can_only_be_dropped(live: Live) -> None:
    live.client.xadd(shard_of("any", SHARDS).commands, {"command": b"\xff nonsense"})
    [letter] = within(SECONDS, lambda: waiting(live) or None, "a dead letter")

    assert "holds no command that can be sent" in live.refusal("dead", "retry", letter)
    assert live.call("dead", "drop", letter).exit_code == 0
    assert waiting(live) == []


@pytest.mark.parametrize("wrong", ["1", "x/1-0", f"{SHARDS}/1-0", "0/1", "0/1-0\n"])
def test_an_id_that_can_be_none_is_explained(live: Live, wrong: str) -> None:
    assert "expected shard/entry like 3/1700000000000-0" in live.refusal("dead", "drop", wrong)
