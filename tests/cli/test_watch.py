"""`bluemoon watch`: a running game from outside, through the eyes of whoever may see it."""

import asyncio
import re
import subprocess

import pytest

from tests.cli.calling import BLUEMOON, call, refusal
from tests.cli.test_play import play
from tests.client.house import House
from tests.client.playing import at_version, open_table, resign
from tests.services.servers import clean_environment, within


@pytest.fixture(scope="session")
def finished(home: House) -> str:
    """A short game that is over."""
    output = play(home, "city", "--players", 2, stdin=b"d\nr\ny\n")
    found = re.search(r"Table (\S+) is open", output)
    assert found is not None
    return found[1]


def test_a_game_that_is_over_is_told_and_drawn_with_its_standings(
    home: House, finished: str
) -> None:
    result = call("watch", finished, "--from", 1, "--data", home.data)
    assert result.exit_code == 0, result.output
    assert "A table for 2 is opened." in result.output
    assert "Amber resigns." in result.output
    assert result.output.rstrip().endswith("0 offerings")
    last = call("watch", finished, "--data", home.data).output
    assert "A table for 2 is opened." not in last or last.count("\n") < 100


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("nowhere",), "There is no table 'nowhere'"),
        (("x", "--as", "king"), "--as: expected spectator or a seat from 0 to 3, got 'king'"),
    ],
)
def test_what_can_not_be_watched_is_refused(
    home: House, arguments: tuple[object, ...], reason: str
) -> None:
    assert reason in refusal("watch", *arguments, "--data", home.data)


def test_a_commit_that_is_not_there_is_refused(home: House, finished: str) -> None:
    said = refusal("watch", finished, "--from", 999, "--data", home.data)
    assert said.startswith("--from: the last commit is ")


@pytest.mark.parametrize("seen_as", ["spectator", "1"])
def test_a_running_game_is_followed_through_a_lost_line(home: House, seen_as: str) -> None:
    output = play(home, "city", "--players", 2, stdin=b"q\n")
    table = re.findall(r"Table (\S+) is open", output)[0]
    with watcher(home, table, seen_as) as watching:
        assert watching.stdout is not None
        watching.stdout.readline()
        if seen_as == "spectator":
            home.kill("notifier")
        script = b"d\nr\ny\n"
        play(home, "--table", table, "--seat", 0, stdin=script)
        assert within(60, watching.poll, "the watcher sees the end") == 0
        said = watching.stdout.read().decode()
    assert "Amber resigns." in said
    assert "1. builder bot" in said
    if seen_as == "spectator":
        assert re.search(r"^Lost: .*\n(.*\n)*?The line is found again\.", said, re.MULTILINE)
        assert re.search(r"is dealt \d+ cards\.|draws \d+ cards?\.", said)


def test_where_spectators_see_late_it_waits_until_there_is_something(home: House) -> None:
    """The end of a game is told at once."""

    async def opened() -> str:
        async with home.moon() as moon:
            table = await open_table(moon, "builder", "builder", delay_seconds=3600)
            await at_version(moon, table, 5)
            return table

    async def ended(table: str) -> None:
        async with home.moon() as moon:
            await resign(moon, table)

    table = asyncio.run(opened())
    with watcher(home, table, "spectator") as watching:
        assert watching.stdout is not None
        said = watching.stdout.readline().decode()
        assert said == "There is nothing for spectators to see yet; waiting.\n"
        asyncio.run(ended(table))
        assert "1. builder bot 2" in watching.stdout.read().decode()


def watcher(home: House, table: str, seen_as: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [BLUEMOON, "watch", table, "--as", seen_as, "--data", home.data],
        env=clean_environment() | {"PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
    )
