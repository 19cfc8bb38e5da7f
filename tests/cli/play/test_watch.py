"""`bluemoon watch`: follow a running game as a spectator or a seat."""

import asyncio
import re
import subprocess

import pytest

from tests.cli.play.test_play import play
from tests.cli.runner import BLUEMOON, call, error_from
from tests.client.local_system import LocalSystem
from tests.client.playing import open_table, resign, wait_for_seq
from tests.services.servers import clean_environment
from tests.waiting import wait_until


@pytest.fixture(scope="session")
def finished_table(local_system: LocalSystem) -> str:
    """A short game that is over."""
    output = play(local_system, "city", "--players", 2, stdin=b"d\nr\ny\n")
    match = re.search(r"Table (\S+) is open", output)
    assert match is not None
    return match[1]


def test_finished_game_is_narrated_and_drawn_with_standings(
    local_system: LocalSystem, finished_table: str
) -> None:
    result = call("watch", finished_table, "--from", 1, "--data", local_system.data)
    assert result.exit_code == 0, result.output
    assert "A table for 2 players opens." in result.output
    assert "Amber resigns." in result.output
    assert result.output.rstrip().endswith("0 offerings")
    last = call("watch", finished_table, "--data", local_system.data).output
    assert "A table for 2 players opens." not in last or last.count("\n") < 100


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("nowhere",), "Table 'nowhere' does not exist"),
        (("x", "--as", "king"), "--as: expected spectator or a seat from 0 to 3, got 'king'"),
    ],
)
def test_rejects_invalid_watch_options(
    local_system: LocalSystem, arguments: tuple[object, ...], reason: str
) -> None:
    assert reason in error_from("watch", *arguments, "--data", local_system.data)


def test_rejects_a_commit_that_does_not_exist(
    local_system: LocalSystem, finished_table: str
) -> None:
    output = error_from("watch", finished_table, "--from", 999, "--data", local_system.data)
    assert output.startswith("--from: the last commit is ")


@pytest.mark.parametrize("view_as", ["spectator", "1"])
def test_follows_a_game_across_a_lost_connection(local_system: LocalSystem, view_as: str) -> None:
    output = play(local_system, "city", "--players", 2, stdin=b"q\n")
    table = re.findall(r"Table (\S+) is open", output)[0]
    with watcher(local_system, table, view_as) as watching:
        assert watching.stdout is not None
        watching.stdout.readline()
        if view_as == "spectator":
            local_system.kill("notifier")
        script = b"d\nr\ny\n"
        play(local_system, "--table", table, "--seat", 0, stdin=script)
        assert wait_until(watching.poll, "the watcher sees the end") == 0
        output = watching.stdout.read().decode()
    assert "Amber resigns." in output
    assert "1. builder bot" in output
    if view_as == "spectator":
        assert re.search(r"^Connection lost .*\n(.*\n)*?Reconnected\.", output, re.MULTILINE)
        assert re.search(r"is dealt \d+ cards\.|draws \d+ cards?\.", output)


def test_waits_for_the_first_view_with_a_spectator_delay(local_system: LocalSystem) -> None:
    """The end of a game is shown without delay."""

    async def opened() -> str:
        async with local_system.moon() as moon:
            table = await open_table(moon, "builder", "builder", delay_seconds=3600)
            await wait_for_seq(moon, table, 5)
            return table

    async def ended(table: str) -> None:
        async with local_system.moon() as moon:
            await resign(moon, table)

    table = asyncio.run(opened())
    with watcher(local_system, table, "spectator") as watching:
        assert watching.stdout is not None
        output = watching.stdout.readline().decode()
        assert output == "Nothing to show to spectators yet; waiting.\n"
        asyncio.run(ended(table))
        assert "1. builder bot 2" in watching.stdout.read().decode()


def watcher(local_system: LocalSystem, table: str, view_as: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [BLUEMOON, "watch", table, "--as", view_as, "--data", local_system.data],
        env=clean_environment() | {"PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
    )
