"""`bluemoon play`: scripted input against bots on a running system."""

import asyncio
import re
import shlex
import subprocess

import pytest

from schemas.read_models import TableRow
from tests.cli.runner import BLUEMOON, call, error_from
from tests.client.local_system import LocalSystem
from tests.client.playing import resign, wait_for_seq
from tests.services.servers import clean_environment
from tests.waiting import eventually, wait_until


def play(local_system: LocalSystem, *arguments: object, stdin: bytes) -> str:
    result = call("play", *arguments, "--data", local_system.data, stdin=stdin)
    assert result.exit_code == 0, result.output
    return result.output


def test_plays_a_game_against_a_bot_to_the_end(local_system: LocalSystem) -> None:
    output = play(local_system, "city", "--players", 2, stdin=b"d\n1\nd\nd\nr\ny\n")
    assert "builder bot takes seat 1." in output
    assert "Draw and end the turn" in output
    assert "Amber resigns." in output
    assert re.search(r"^1\. builder bot", output, re.MULTILINE)
    assert re.search(r"^2\. Amber: \d+ crystals and 0 offerings", output, re.MULTILINE)


def test_plays_a_duel_against_a_duelist(local_system: LocalSystem) -> None:
    script = b"1\n1\n1\n1\nr\ny\n"
    output = play(local_system, "duel", "--decks", "hoax,vulca", "--crystals", 1, stdin=script)
    assert "duelist bot takes seat 1." in output
    assert "Exchange:  1 no cards" in output
    assert "Inferno leads for duelist bot" in output
    assert "Amber resigns." in output
    assert re.search(r"^1\. duelist bot: 0 crystals", output, re.MULTILINE)


def test_resigned_player_is_not_prompted_and_follows_the_game(local_system: LocalSystem) -> None:
    def play_until_over() -> str:
        return play(
            local_system, "city", "--bots", "builder,random", "--name", "Jade", stdin=b"d\nr\ny\n"
        )

    async def played() -> str:
        async with local_system.moon() as moon:
            player = asyncio.create_task(asyncio.to_thread(play_until_over))

            async def tables_of_jade() -> tuple[TableRow, ...]:
                rows = (await moon.gateway.list_tables()).tables
                return tuple(row for row in rows if "Jade" in row.players)

            table = (await eventually(tables_of_jade, "the table is open"))[0].table

            async def resigned() -> bool:
                return (await moon.gateway.get_view(table)).table.seats[0].resigned

            await eventually(resigned, "the player has resigned")
            await wait_for_seq(moon, table, (await moon.gateway.get_view(table)).seq + 3)
            await resign(moon, table, 1)
            return await player

    output = asyncio.run(played())
    before, _, after = output.partition("Jade resigns.")
    assert before
    assert "builder bot resigns." in after
    assert "Enter a number, or ? for help." not in after
    assert re.search(r"^1\. random bot", after, re.MULTILINE)


def test_quitting_prints_how_to_resume(local_system: LocalSystem) -> None:
    script = b"?\nall\np\nsomething\n99\nr\nn\nq\n"
    output = play(local_system, "city", "--bots", "random", "--players", 2, stdin=script)
    assert "ask to take back your last turn" in output
    assert "Expected a number from 1 to" in output
    assert "got '99'" in output
    assert "Do you really want to resign? (y/n)" in output
    assert "You keep playing." in output
    command = re.search(r"To resume: \S*bluemoon play (.*)", output)
    assert command is not None
    resumed = call("play", *shlex.split(command[1]), stdin=b"r\ny\n")
    assert resumed.exit_code == 0, resumed.output
    assert "Amber resigns." in resumed.output
    assert "1. random bot" in resumed.output


def test_turn_is_taken_back_if_the_bots_agree(local_system: LocalSystem) -> None:
    output = play(local_system, "city", "--players", 2, stdin=b"d\nu\nq\n")
    assert "Amber asks to take back the last turn." in output
    assert "builder bot agrees." in output
    assert "Amber takes back the last turn." in output


def test_reserved_seat_can_be_joined(local_system: LocalSystem) -> None:
    arguments = ("city", "--seats-open", "1", "--name", "Coral", "--data", local_system.data)
    with subprocess.Popen(
        [BLUEMOON, "play", *arguments],
        env=clean_environment() | {"PYTHONUNBUFFERED": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as host:
        assert host.stdout is not None
        assert host.stdin is not None
        host.stdin.write(b"d\nd\nd\n")
        host.stdin.flush()
        first_lines = [host.stdout.readline().decode() for _ in range(3)]
        command = re.search(r"To join on seat 1: \S*bluemoon play (.*)", "".join(first_lines))
        assert command is not None, first_lines
        joined_output = play(local_system, *shlex.split(command[1]), stdin=b"d\nr\ny\n")
        assert "Basalt resigns." in joined_output
        exit_code = wait_until(host.poll, "the game is over for both")
        assert exit_code == 0
        assert "1. Coral" in host.stdout.read().decode()


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("city", "--bots", "oracle"), "there is no bot 'oracle' for city; known: random, builder"),
        (("chess",), "there is no game 'chess'"),
        (("city", "--players", 2, "--bots", "random,random"), "--bots: expected 1 bot, got 2"),
        (
            ("city", "--players", 2, "--seats-open", 2),
            "--seats-open: a table of 2 seats has at most 1 for others",
        ),
        ((), "expected a GAME to open a table, or --table to join one"),
        (("--table", "x"), "--table needs --seat or --token"),
        (("--table", "nowhere", "--seat", 0), "Table 'nowhere' does not exist"),
    ],
)
def test_rejects_invalid_play_options(
    local_system: LocalSystem, arguments: tuple[object, ...], reason: str
) -> None:
    assert reason in error_from("play", *arguments, "--data", local_system.data)


def test_unreachable_gateway_is_reported_with_a_hint(tmp_path: object) -> None:
    options = ("--gateway", "http://127.0.0.1:1", "--key", "k", "--data", tmp_path)
    output = error_from("play", "city", *options)
    assert output.startswith("no response from http://127.0.0.1:1: ")
    assert "start a system with `bluemoon up`" in output
    assert "expected http://host:port" in error_from("play", "city", "--gateway", "x", "--key", "k")


def test_missing_key_is_reported_with_a_hint(tmp_path: object) -> None:
    output = error_from("play", "city", "--data", tmp_path)
    assert output.startswith(f"no platform key in {tmp_path}: `bluemoon up` creates one there")
