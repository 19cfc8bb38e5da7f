"""`bluemoon bot`: bots as ordinary clients, at one table and at all tables."""

import asyncio
import re

import pytest
from typer.testing import Result

from client.bots import bot_name
from schemas.terms import BotSeat, Terms
from tests.cli.runner import call, error_from
from tests.client.local_system import LocalSystem
from tests.client.playing import open_table, resign, wait_for_seq
from tests.waiting import wait_until


def test_bots_play_seats_of_one_table_to_the_end(local_system: LocalSystem) -> None:
    async def played() -> tuple[str, Result]:
        async with local_system.moon() as moon:
            table = await open_table(moon, "", "")
            arguments = ("--table", table, "--seats", "0,1", "--level", "builder,random")
            bots = asyncio.create_task(
                asyncio.to_thread(call, "bot", *arguments, "--data", local_system.data)
            )
            await wait_for_seq(moon, table, 15)
            await resign(moon, table)
            return table, await bots

    table, result = asyncio.run(played())
    assert result.exit_code == 0, result.output
    assert f"builder bot plays seat 0 of table {table}." in result.output
    assert f"random bot plays seat 1 of table {table}." in result.output
    assert re.search(r"^1\. random bot: ", result.output, re.MULTILINE)


def test_fixed_dice_fix_the_choices_of_bots(local_system: LocalSystem) -> None:
    async def first_actions() -> list[object]:
        async with local_system.moon() as moon:
            table = await open_table(moon, "", "")
            arguments = ("--table", table, "--seats", "0,1", "--level", "random")
            bots = asyncio.create_task(
                asyncio.to_thread(call, "bot", *arguments, "--data", local_system.data)
            )
            await wait_for_seq(moon, table, 15)
            commits = (await moon.gateway.get_commits(table)).commits
            await resign(moon, table)
            await bots
            # One commit opens the table, two seat the bots.
            return [commit.command.action for commit in commits[3:15]]

    assert asyncio.run(first_actions()) == asyncio.run(first_actions())


def test_killed_host_resumes_its_games(local_system: LocalSystem) -> None:
    async def played() -> list[str | None]:
        async with local_system.moon() as moon:
            table = await open_table(moon, "builder", "builder")
            await wait_for_seq(moon, table, 15)
            await asyncio.to_thread(local_system.kill, "bots")
            await wait_for_seq(moon, table, (await moon.gateway.get_view(table)).seq + 10)
            await resign(moon, table)
            view = await moon.gateway.get_view(table)
            assert view.is_over
            return [table_seat.player for table_seat in view.table.seats]

    assert asyncio.run(played()) == ["builder bot", "builder bot 2"]


def test_unknown_level_is_logged_and_skipped(local_system: LocalSystem) -> None:
    """A gateway rejects it, but one of another version might not."""
    opening = (
        '{"type":"open_table","game":"city","options":{"players":2},'
        '"terms":{"bots":[{"seat":0,"level":"oracle"}]}}'
    )
    sent = call(
        "send", "of-another-version", opening, env={"BLUEMOON_DATA": str(local_system.data)}
    )
    assert sent.exit_code == 0, sent.output
    wait_until(lambda: "unknown bot level" in local_system.process.output or None, "the warning")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((), "expected --table and --seats for one table, or --fill for all tables"),
        (("--fill", "--table", "x"), "expected --table and --seats for one table, or --fill"),
        (("--table", "x", "--seats", "7"), "--seats: expected seats from 0 to 3, got '7'"),
        (("--table", "x", "--seats", "1,1"), "--seats: duplicate seat in 1,1"),
        (
            ("--table", "x", "--seats", "0", "--game", "city", "--level", "oracle"),
            "--level: there is no bot 'oracle' for city; known: random, builder",
        ),
        (
            ("--table", "x", "--seats", "0,1", "--level", "random,random,random"),
            "--level: expected 2 levels, got 3",
        ),
        (("--table", "nowhere", "--seats", "0"), "Table 'nowhere' does not exist"),
    ],
)
def test_rejects_invalid_bot_options(
    local_system: LocalSystem, arguments: tuple[object, ...], reason: str
) -> None:
    assert reason in error_from("bot", *arguments, "--data", local_system.data)


def test_bots_of_equal_level_get_numbered_names() -> None:
    bots = (BotSeat(0, "builder"), BotSeat(2, "random"), BotSeat(3, "builder"))
    names = [bot_name(Terms(bots=bots), seat) for seat in (0, 2, 3)]
    assert names == ["builder bot", "random bot", "builder bot 2"]
