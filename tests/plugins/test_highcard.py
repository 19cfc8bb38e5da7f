"""A game from another project works everywhere, and no file of ours knows it.

High Card lives in `tests/plugins/highcard`, with its own `pyproject.toml`. It is built, installed
and found like any plug-in.
"""

import asyncio
import re
import runpy
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from cli.setup.installed import terminal_of
from client import BlueMoon
from games.registry import plugins
from schemas.commit import canonical
from schemas.redaction import SPECTATOR
from schemas.terms import BotSeat, Terms
from schemas.webhook import EVENTS
from tests.cli.runner import BLUEMOON
from tests.client.local_system import LocalSystem
from tests.games.unmarked import unmarked
from tests.plugins.conftest import PROJECT
from tests.services.notifier.webhooks.receiver import Receiver
from tests.services.servers import clean_environment
from tests.waiting import DEADLINE_SECONDS, eventually

GAME = "highcard"


def bluemoon(system: LocalSystem, *arguments: object) -> str:
    """Run `bluemoon` in its own process, which finds the game by itself."""
    result = subprocess.run(
        [BLUEMOON, *map(str, arguments)],
        env=clean_environment() | {"BLUEMOON_DATA": str(system.data)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


async def play(moon: BlueMoon, table: str, seat: int, token: str) -> None:
    """Play a seat over its live connection."""
    bots = plugins()[GAME].bots
    async with moon.seat(table, token) as table_seat:
        async for turn in table_seat.turns():
            bot = bots["random" if seat else "thrifty"]
            action = bot(turn.view.table, seat, turn.actions, lambda limit: limit - 1)
            await table_seat.act(action, expected_seq=turn.view.seq)


async def open_with_players(moon: BlueMoon, *players: str) -> tuple[str, list[str]]:
    options = {"players": len(players), "hand": 2}
    table = (await moon.gateway.open_table(GAME, options)).table
    tokens = [
        (await moon.gateway.take_seat(table, seat, player)).token
        for seat, player in enumerate(players)
    ]
    await moon.gateway.start_game(table)
    return table, tokens


async def wait_until_over(moon: BlueMoon, table: str) -> None:
    async def is_over() -> bool:
        return (await moon.gateway.get_view(table)).is_over

    await eventually(is_over, f"the end of table {table}")


def test_its_own_contract_tests_pass(highcard: Path, tmp_path: Path) -> None:
    tests = shutil.copytree(PROJECT / "highcard_tests", tmp_path / "tests")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", "."]
    result = subprocess.run([*command, str(tests)], cwd=tmp_path, capture_output=True, check=False)
    assert result.returncode == 0, result.stdout.decode()
    assert b" passed" in result.stdout
    assert highcard.is_dir()


@pytest.mark.parametrize(
    ("record", "field"),
    [
        ("Hand", "cards"),
        ("HighCardState", "deck"),
        ("CardsDealt", "cards"),
        ("DeckShuffled", "order"),
    ],
)
def test_a_card_that_is_no_longer_hidden_fails_its_tests(
    highcard: Path, monkeypatch: pytest.MonkeyPatch, record: str, field: str
) -> None:
    assert highcard.is_dir()
    contract = runpy.run_path(str(PROJECT / "highcard_tests" / "test_contract.py"))[
        "TestContract"
    ]()
    record_type = getattr(import_module("highcard.records"), record)

    with (
        unmarked(record_type, field),
        pytest.raises(AssertionError, match="can tell the worlds apart"),
    ):
        contract.compare_worlds(monkeypatch, contract.options)


def test_the_guide_names_its_files() -> None:
    """CONTRIBUTING.md describes exactly what the project contains."""
    guide = (PROJECT.parents[2] / "CONTRIBUTING.md").read_text()
    section = guide[guide.index("## Adding a game") : guide.index("## Adding a service")]
    named = set(re.findall(r"`(pyproject\.toml|(?:highcard|highcard_tests)/\w+\.py)`", section))

    files = (
        *PROJECT.glob("*.toml"),
        *PROJECT.glob("highcard/*.py"),
        *PROJECT.glob("highcard_tests/*.py"),
    )
    assert named == {str(path.relative_to(PROJECT)) for path in files}


def test_the_catalogue_lists_it(system: LocalSystem) -> None:
    async def listed() -> Any:
        async with system.moon() as moon:
            games = {game.id: game for game in (await moon.gateway.list_games()).games}
            pieces = await moon.gateway.get_pieces(GAME)
            problems = await moon.gateway.check_options(GAME, {"players": 9})
            return games[GAME], pieces, problems

    game, pieces, problems = asyncio.run(listed())
    assert game.names == {"en": "High Card", "de": "Hohe Karte"}
    assert game.words["card-7"] == {"en": "Card 7", "de": "Karte 7"}
    assert (game.rules, game.seats, game.bots) == ("highcard/1", (2, 3, 4), ("random", "thrifty"))
    assert pieces == plugins()[GAME].pieces
    assert [problem.code for problem in problems] == ["malformed"]


def test_it_is_played_live_and_rated_and_reported(system: LocalSystem) -> None:
    """HTTP, live connections, webhooks, standings and activity."""

    async def played() -> None:
        async with Receiver() as receiver, system.moon() as moon:
            await moon.gateway.put_webhook("plugins", receiver.url, EVENTS)
            table, tokens = await open_with_players(moon, "Amber", "Basalt")
            view = await moon.gateway.with_credential(tokens[0]).get_view(table)
            hands: Any = view.table.play
            assert [hand.cards for hand in hands.hands[1:]] == [2], "the number of hidden cards"
            assert len(hands.hands[0].cards) == 2
            await asyncio.wait_for(
                asyncio.gather(
                    *(play(moon, table, seat, token) for seat, token in enumerate(tokens))
                ),
                DEADLINE_SECONDS,
            )
            view = await moon.gateway.get_view(table)
            assert view.is_over
            assert view.figures is not None

            async def is_reported() -> bool:
                events = {request.message["event"] for request in receiver.received}
                standings = (await moon.gateway.get_standings(GAME)).standings
                days = (await moon.gateway.get_activity(1)).days
                return (
                    {"game_started", "your_turn", "game_over"} <= events
                    and {"Amber", "Basalt"} <= {standing.name for standing in standings}
                    and any(day.game == GAME for day in days)
                )

            await eventually(is_reported, "webhooks, standings and activity")
            assert {request.message["game"] for request in receiver.received} == {GAME}
            await moon.gateway.delete_webhook("plugins")

    asyncio.run(played())


def test_a_spectator_sees_no_hidden_card(system: LocalSystem) -> None:
    async def watched() -> Any:
        async with system.moon() as moon:
            table, _ = await open_with_players(moon, "Coral", "Jade")
            token = await moon.gateway.mint_token(table, SPECTATOR)
            return await moon.gateway.with_credential(token).get_commits(table)

    events = [event for commit in asyncio.run(watched()).commits for event in commit.events]
    hidden = [event.cards for event in events if type(event).__name__ == "CardsDealt"]
    assert hidden == [2, 2]


def test_bots_play_it_and_its_history_is_replayed_and_audited(
    system: LocalSystem, tmp_path: Path
) -> None:
    """The bot host of the system, `bluemoon bot`, `bluemoon table verify`, `bluemoon replay`."""

    async def played() -> bytes:
        terms = Terms(bots=(BotSeat(0, "thrifty"), BotSeat(1, "random")), autostart=True)
        async with system.moon() as moon:
            filled = (await moon.gateway.open_table(GAME, {"players": 2}, terms=terms)).table
            called = (
                await moon.gateway.open_table(GAME, {"players": 3}, terms=Terms(autostart=True))
            ).table
            seats = ("--game", GAME, "--table", called, "--seats", "0,1,2")
            await asyncio.to_thread(bluemoon, system, "bot", *seats, "--level", "thrifty")
            for table in (filled, called):
                await wait_until_over(moon, table)
            commits = (await moon.gateway.get_commits(called)).commits
            return b"".join(canonical(commit) + b"\n" for commit in commits)

    recorded = tmp_path / "game.jsonl"
    recorded.write_bytes(asyncio.run(played()))

    assert "(the last round is over)" in bluemoon(system, "replay", recorded, "--verify")
    assert "passt." in bluemoon(system, "replay", recorded, "--log", "--lang", "de")
    assert "verified" in bluemoon(system, "table", "verify", "--all")


@pytest.mark.parametrize("language", ["en", "de"])
def test_it_has_a_terminal_part(highcard: Path, language: str) -> None:
    assert highcard.is_dir()
    terminal = terminal_of(GAME)
    assert language in terminal.languages
