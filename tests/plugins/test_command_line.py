"""Every command of `bluemoon` works with a game that none of its files know."""

import asyncio
import json
import re
from pathlib import Path

import pytest

from cli.setup.installed import terminal_of
from schemas.terms import Terms
from tests.cli.runner import call, error_from, run
from tests.client.local_system import LocalSystem

GAME = "highcard"


@pytest.fixture
def log(highcard: Path, tmp_path: Path) -> Path:
    """A recorded game of three players with two cards each."""
    assert highcard.is_dir()
    path = tmp_path / "game.jsonl"
    result = call("demo", GAME, "--seed", 5, "--players", 3, "-o", "hand=2", "--out", path)
    assert result.exit_code == 0, result.output
    return path


def output_of(*arguments: object, stdin: bytes | None = None) -> str:
    result = call(*arguments, stdin=stdin)
    assert result.exit_code == 0, result.output
    return result.stdout


def on(system: LocalSystem, *arguments: object) -> str:
    result = call(*arguments, env={"BLUEMOON_DATA": str(system.data)})
    assert result.exit_code == 0, result.output
    return result.stdout


# Without a server


def test_installed_command_finds_the_game(highcard: Path) -> None:
    assert highcard.is_dir()
    result = run("demo", GAME, "--seed", 1, "--bots", "random", "--as", "0", "-o", "low=yes")

    assert result.returncode == 0, result.stderr
    output = result.stdout.decode()
    assert "A table for High Card opens: players 2, hand 4, low yes." in output
    assert "The game begins." in output
    assert re.search(r"^1\. \w+: \d+ point", output, re.MULTILINE)


def test_the_help_of_the_installed_command_names_the_game(highcard: Path) -> None:
    assert highcard.is_dir()
    result = run("simulate", "--help")

    assert b"city, duel, highcard" in result.stdout


def test_replay_draws_a_position_for_a_viewer(log: Path) -> None:
    assert "deck: 18 hidden" in output_of("replay", log, "--at", 6, "--as", 1)
    shown = output_of("replay", log, "--at", 6, "--as", 1, "--lang", "de")
    own, other = (re.search(rf"{seat}: seat {seat}, cards (.*?),", shown) for seat in (1, 2))
    assert own is not None
    assert other is not None
    assert "hidden" not in own[1]
    assert other[1].endswith(" hidden")
    assert " Hohe Karte " in shown


def test_replay_narrates_and_verifies(log: Path) -> None:
    assert "spielt Karte" in output_of("replay", log, "--log", "--lang", "de")
    assert "(the last round is over)" in output_of("replay", log, "--verify")


def test_simulate_prints_statistics(highcard: Path, tmp_path: Path) -> None:
    assert highcard.is_dir()
    out = tmp_path / "games"
    options = tmp_path / "options.json"
    options.write_text('{"hand": 2, "low": true}')
    arguments = ("--games", 4, "--players", 2, "--bots", "thrifty,random", "--options", options)

    output = output_of("simulate", GAME, *arguments, "--out", out)

    assert "Games by commands" in output, "the game counts no turns"
    assert "last_round" in output
    opened = json.loads((out / "highcard-0-000003.jsonl").read_bytes().splitlines()[0])
    assert opened["command"]["action"]["options"] == {"players": 2, "hand": 2, "low": True}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--bots", "oracle"), "there is no bot 'oracle' for highcard; known: random, thrifty"),
        (("-o", "suits=2"), "highcard has no option 'suits'; known: players, hand, low"),
        (("-o", "hand"), "--option: expected NAME=VALUE, got 'hand'"),
        (("-o", "hand=many"), "Expected `int`, got `str` - at `$.hand`"),
        (("-o", "hand=9"), "Expected `int` <= 6 - at `$.hand`"),
        (("--players", "5"), "Expected `int` <= 4 - at `$.players`"),
        (("--decks", "hoax,vulca"), "--decks: highcard has no such option; use --option"),
        (("--lang", "tlh"), "--lang: expected one of en, de"),
    ],
)
def test_errors_name_what_is_known(
    highcard: Path, arguments: tuple[str, ...], message: str
) -> None:
    assert highcard.is_dir()
    assert message in error_from("demo", GAME, *arguments)


def test_unknown_game_is_refused_with_the_known_ones(highcard: Path) -> None:
    assert highcard.is_dir()
    assert error_from("demo", "chess").endswith("known: city, duel, highcard")


def test_terminal_uis_are_made_once(highcard: Path) -> None:
    assert highcard.is_dir()
    assert terminal_of(GAME) is terminal_of(GAME)


# On a running system


def test_play_against_a_bot_and_watch_the_table(system: LocalSystem) -> None:
    arguments = ("play", GAME, "--players", 2, "-o", "hand=2", "--data", system.data)
    output = output_of(*arguments, stdin=b"?\n1\nd\n1\n1\n1\n")

    assert " q       quit" in output
    assert "draw and end" not in output, "a shortcut of another game"
    assert "thrifty bot takes seat 1." in output
    assert re.search(r"^ Play card:  1 card \d+", output, re.MULTILINE)
    assert "Expected a number from 1 to" in output
    assert "The game is over (the last round is over)." in output
    table = re.search(r"^Table (\S+) is open", output, re.MULTILINE)
    assert table is not None

    watched = output_of("watch", table[1], "--from", 1, "--data", system.data)
    assert "A table for High Card opens" in watched
    assert re.search(r"^1\. ", watched, re.MULTILINE)
    assert table[1] in on(system, "table", "ls")
    assert f"table {table[1]} · commit 3 · as 0" in on(
        system, "table", "show", table[1], "--at", 3, "--as", 0
    )
    assert "plays card" in on(system, "table", "log", table[1], "--as", "spectator")
    assert "(the last round is over)" in on(system, "table", "verify", table[1])
    assert "The game is over" in on(system, "table", "tail", table[1])


def test_send_opens_a_table(system: LocalSystem) -> None:
    opening = {"type": "open_table", "game": GAME, "options": {"players": 2, "hand": 1}}

    sent = on(system, "send", "sent-by-hand", json.dumps(opening))

    assert "A table for High Card opens: players 2, hand 1, low no." in sent
    assert "seat 1: free" in on(system, "table", "show", "sent-by-hand")


def test_bots_default_to_those_of_the_tables_game(system: LocalSystem) -> None:
    async def opened() -> str:
        async with system.moon() as moon:
            options, terms = {"players": 2, "hand": 1}, Terms(autostart=True)
            return (await moon.gateway.open_table(GAME, options, terms=terms)).table

    table = ("--table", asyncio.run(opened()), "--seats", "0,1", "--data", system.data)

    error = error_from("bot", *table, "--level", "duelist")
    assert error == "--level: there is no bot 'duelist' for highcard; known: random, thrifty"
    assert "thrifty bot 2 plays seat 1" in output_of("bot", *table)
