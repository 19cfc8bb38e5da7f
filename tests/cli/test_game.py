"""`bluemoon game`: games as they are on the server."""

import json
import subprocess

import pytest

from services.runtime.keys import shard_of
from tests.cli.calling import BLUEMOON, call
from tests.cli.live import SHARDS, Live
from tests.services.servers import clean_environment

PLAYERS = ("Amber", "Basalt")


@pytest.fixture(scope="module")
def game(live: Live) -> str:
    """A game that has begun: four commits."""
    name = "looked-at"
    live.open_table(name)
    for seat, player in enumerate(PLAYERS):
        live.call("send", name, json.dumps({"type": "take_seat", "player": player}), "--seat", seat)
    assert live.call("send", name, '{"type":"start_game"}').exit_code == 0
    return name


def test_games_are_listed_with_their_stage(live: Live, game: str) -> None:
    live.open_table("still-open")

    def listed(*options: object) -> dict[str, str]:
        lines = live.call("game", "ls", "--json", "--limit", 1000, *options).stdout.splitlines()
        return {row["game"]: row["stage"] for row in map(json.loads, lines)}

    assert listed()[game] == "playing"
    assert listed()["still-open"] == "open"
    assert game not in listed("--stage", "open")
    assert set(listed("--stage", "playing").values()) == {"playing"}


def test_the_last_changed_comes_first_and_the_rest_is_counted(live: Live) -> None:
    live.open_table("older")
    live.open_table("newest")

    first = json.loads(live.call("game", "ls", "--json", "--limit", 1).stdout)
    words = live.call("game", "ls", "--limit", 1).stdout

    assert first["game"] == "newest"
    assert "--limit shows more" in words


def test_without_games_it_says_how_to_get_some(live: Live) -> None:
    elsewhere = Live(live.settings["BLUEMOON_SERVER"].removesuffix("/0") + "/3")
    try:
        for command in (("ls",), ("verify", "--all")):
            assert "bluemoon up --demo" in elsewhere.call("game", *command).stdout
    finally:
        elsewhere.client.close()


def test_a_position_is_shown_as_a_seat_sees_it(live: Live, game: str) -> None:
    seen = live.call("game", "show", game, "--as", 0).stdout
    early = live.call("game", "show", game, "--at", 2).stdout

    assert "Basalt is dealt 8 cards." in seen
    assert "seat 1: free" in early
    assert "the last commit is 4" in live.refusal("game", "show", game, "--at", 9)


def test_the_log_is_told_or_printed_as_it_was_written(live: Live, game: str) -> None:
    told = live.call("game", "log", game, "--from", 2, "--as", "spectator").stdout
    raw = live.call("game", "log", game, "--json").stdout

    assert told.startswith("    2  Amber sits down on seat 0.\n    3  Basalt sits down")
    assert "Basalt is dealt 8 cards." in told
    verified = call("replay", "-", "--verify", stdin=raw.encode())
    assert verified.exit_code == 0, verified.output
    assert "4 commits" in verified.stdout
    assert "goes without --as" in live.refusal("game", "log", game, "--json", "--as", "1")
    assert "the last commit is 4" in live.refusal("game", "log", game, "--from", 5)


def test_a_game_is_verified_from_the_stream(live: Live, game: str) -> None:
    assert "4 commits" in live.call("game", "verify", game).stdout
    assert live.call("game", "verify", "--all").exit_code == 0


def test_a_changed_history_is_found(live: Live) -> None:
    shard = shard_of("forged", SHARDS)
    live.open_table("forged")
    [(_, fields)] = live.client.xrange(shard.game("forged"))
    forged = fields[b"commit"].replace(b'"players":2', b'"players":3')
    live.client.delete(shard.game("forged"))
    live.client.xadd(shard.game("forged"), {"commit": forged}, "1-0")
    try:
        assert "forged:1: commit 1: its hash is" in live.refusal("game", "verify", "forged")
        everything = live.call("game", "verify", "--all")
    finally:
        live.mend_game("forged")

    assert everything.exit_code == 2
    assert "1 of " in everything.stderr.splitlines()[-1]


def test_a_game_is_followed_until_it_is_over(live: Live) -> None:
    live.open_table("followed")
    tail = subprocess.Popen(
        [BLUEMOON, "game", "tail", "followed"],
        env=clean_environment() | live.settings | {"PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert tail.stdout is not None
    assert tail.stdout.readline() == "    1  A table for 2 is opened.\n"

    live.call("send", "followed", '{"type":"take_seat","player":"Amber"}', "--seat", 0)
    live.call("send", "followed", '{"type":"abort_table","reason":"enough"}')
    rest, _ = tail.communicate(timeout=180)

    assert rest == "    2  Amber sits down on seat 0.\n    3  The table is closed: enough.\n"
    assert tail.returncode == 0


@pytest.mark.parametrize("command", ["show", "log", "tail", "verify"])
def test_a_game_that_is_not_there_is_named(live: Live, command: str) -> None:
    assert "there is no game nobody-knows" in live.refusal("game", command, "nobody-knows")


def test_verify_wants_to_know_what(live: Live) -> None:
    for arguments in ((), ("x", "--all")):
        assert "name a GAME, or say --all" in live.refusal("game", "verify", *arguments)
