"""`bluemoon play`: by a script of choices, on a running system with bots."""

import asyncio
import re
import shlex
import subprocess

import pytest

from schemas.reading import TableRow
from tests.cli.calling import BLUEMOON, call, refusal
from tests.client.house import House
from tests.client.playing import at_version, resign
from tests.services.engines import eventually
from tests.services.servers import clean_environment, within


def play(home: House, *arguments: object, stdin: bytes) -> str:
    result = call("play", *arguments, "--data", home.data, stdin=stdin)
    assert result.exit_code == 0, result.output
    return result.output


def test_a_game_against_a_bot_is_played_to_its_end(home: House) -> None:
    output = play(home, "city", "--players", 2, stdin=b"d\n1\nd\nd\nr\ny\n")
    assert "builder bot sits down on seat 1." in output
    assert "Draw and end the turn" in output
    assert "Amber resigns." in output
    assert re.search(r"^1\. builder bot", output, re.MULTILINE)
    assert re.search(r"^2\. Amber: \d+ crystals and 0 offerings", output, re.MULTILINE)


def test_a_duel_is_played_against_a_duelist(home: House) -> None:
    script = b"1\n1\n1\n1\nr\ny\n"
    output = play(home, "duel", "--decks", "hoax,vulca", "--crystals", 1, stdin=script)
    assert "duelist bot sits down on seat 1." in output
    assert "Exchange:  1 no card" in output
    assert "Inferno leads for duelist bot" in output
    assert "Amber resigns." in output
    assert re.search(r"^1\. duelist bot: 0 crystals", output, re.MULTILINE)


def test_whoever_has_resigned_is_asked_nothing_more_and_sees_how_it_goes_on(home: House) -> None:
    def watched() -> str:
        return play(home, "city", "--bots", "builder,random", "--name", "Jade", stdin=b"d\nr\ny\n")

    async def played() -> str:
        async with home.moon() as moon:
            person = asyncio.create_task(asyncio.to_thread(watched))

            async def tables_of_jade() -> tuple[TableRow, ...]:
                return (await moon.gateway.list_tables(player="Jade")).tables

            table = (await eventually(tables_of_jade, "the table is open"))[0].table

            async def resigned() -> bool:
                return (await moon.gateway.get_view(table)).table.chairs[0].resigned

            await eventually(resigned, "the person has resigned")
            await at_version(moon, table, (await moon.gateway.get_view(table)).seq + 3)
            await resign(moon, table, 1)
            return await person

    output = asyncio.run(played())
    before, _, after = output.partition("Jade resigns.")
    assert before
    assert "builder bot resigns." in after
    assert "A number, or ? for help." not in after
    assert re.search(r"^1\. random bot", after, re.MULTILINE)


def test_whoever_leaves_is_told_how_to_come_back(home: House) -> None:
    script = b"?\nall\np\nsomething\n99\nr\nn\nq\n"
    output = play(home, "city", "--bots", "random", "--players", 2, stdin=script)
    assert "ask to take your last turn back" in output
    assert "Expected a number from 1 to" in output
    assert "got '99'" in output
    assert "Resign for good? y or n" in output
    assert "You play on." in output
    command = re.search(r"Come back with: bluemoon play (.*)", output)
    assert command is not None
    back = call("play", *shlex.split(command[1]), stdin=b"r\ny\n")
    assert back.exit_code == 0, back.output
    assert "Amber resigns." in back.output
    assert "1. random bot" in back.output


def test_a_turn_is_taken_back_when_the_bots_agree(home: House) -> None:
    output = play(home, "city", "--players", 2, stdin=b"d\nu\nq\n")
    assert "Amber asks to take the last turn back." in output
    assert "builder bot agrees." in output
    assert "Amber takes the last turn back." in output


def test_a_seat_is_kept_for_somebody_who_joins(home: House) -> None:
    arguments = ("city", "--seats-open", "1", "--name", "Coral", "--data", home.data)
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
        told = [host.stdout.readline().decode() for _ in range(3)]
        command = re.search(r"Seat 1 is open: bluemoon play (.*)", "".join(told))
        assert command is not None, told
        joined = play(home, *shlex.split(command[1]), stdin=b"d\nr\ny\n")
        assert "Basalt resigns." in joined
        output = within(30, host.poll, "the game is over for both")
        assert output == 0
        assert "1. Coral" in host.stdout.read().decode()


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("city", "--bots", "oracle"), "there is no bot 'oracle' for city; known: random, builder"),
        (("chess",), "there is no game 'chess'"),
        (("city", "--players", 2, "--bots", "random,random"), "2 bots named for 1 seat"),
        (("city", "--players", 2, "--seats-open", 2), "--seats-open: 2 seats"),
        ((), "expected a game to open a table for, or --table to go to one"),
        (("--table", "x"), "--table goes with --seat, or with the --token of a seat"),
        (("--table", "nowhere", "--seat", 0), "There is no table 'nowhere'"),
    ],
)
def test_what_can_not_be_played_is_refused(
    home: House, arguments: tuple[object, ...], reason: str
) -> None:
    assert reason in refusal("play", *arguments, "--data", home.data)


def test_where_nobody_answers_it_says_where_and_what_to_start(tmp_path: object) -> None:
    away = ("--gateway", "http://127.0.0.1:1", "--key", "k", "--data", tmp_path)
    said = refusal("play", "city", *away)
    assert said.startswith("no answer from http://127.0.0.1:1: ")
    assert "start a system with `bluemoon up`" in said
    assert "expected http://host:port" in refusal("play", "city", "--gateway", "x", "--key", "k")


def test_without_a_key_it_says_where_one_is_made(tmp_path: object) -> None:
    said = refusal("play", "city", "--data", tmp_path)
    assert said.startswith(f"no platform key in {tmp_path}: `bluemoon up` makes one there")
