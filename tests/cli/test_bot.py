"""`bluemoon bot`: bots as ordinary clients, at one table and wherever they are wanted."""

import asyncio
import re

import pytest
from typer.testing import Result

from client.bots import bot_name
from schemas.terms import BotSeat, Terms
from tests.cli.calling import call, refusal
from tests.client.house import House
from tests.client.playing import at_version, open_table, resign
from tests.services.servers import within


def test_bots_take_seats_of_one_table_and_play_to_the_end(home: House) -> None:
    async def played() -> tuple[str, Result]:
        async with home.moon() as moon:
            table = await open_table(moon, "", "")
            arguments = ("--table", table, "--seats", "0,1", "--level", "builder,random")
            bots = asyncio.create_task(
                asyncio.to_thread(call, "bot", *arguments, "--data", home.data)
            )
            await at_version(moon, table, 15)
            await resign(moon, table)
            return table, await bots

    table, result = asyncio.run(played())
    assert result.exit_code == 0, result.output
    assert f"builder bot plays on seat 0 of {table}." in result.output
    assert f"random bot plays on seat 1 of {table}." in result.output
    assert re.search(r"^1\. random bot: ", result.output, re.MULTILINE)


def test_a_host_that_was_killed_takes_its_games_up_again(home: House) -> None:
    async def played() -> list[str | None]:
        async with home.moon() as moon:
            table = await open_table(moon, "builder", "builder")
            await at_version(moon, table, 15)
            await asyncio.to_thread(home.kill, "bots")
            await at_version(moon, table, (await moon.gateway.get_view(table)).seq + 10)
            await resign(moon, table)
            view = await moon.gateway.get_view(table)
            assert view.over
            return [chair.player for chair in view.table.chairs]

    assert asyncio.run(played()) == ["builder bot", "builder bot 2"]


def test_a_level_that_a_host_does_not_have_is_logged_and_left(home: House) -> None:
    """A gateway refuses it; one of another version might not."""
    opening = (
        '{"type":"open_table","game":"city","options":{"players":2},'
        '"terms":{"bots":[{"seat":0,"level":"oracle"}]}}'
    )
    sent = call("send", "of-another-version", opening, env={"BLUEMOON_DATA": str(home.data)})
    assert sent.exit_code == 0, sent.output
    within(30, lambda: "a bot we don't have" in home.system.output or None, "it is logged")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((), "expected --table and --seats for one table, or --fill for all"),
        (("--fill", "--table", "x"), "expected --table and --seats for one table, or --fill"),
        (("--table", "x", "--seats", "7"), "--seats: expected seats from 0 to 3, got '7'"),
        (("--table", "x", "--seats", "1,1"), "--seats: a seat is named twice: 1,1"),
        (("--table", "x", "--seats", "0", "--level", "oracle"), "known: random, builder"),
        (("--table", "x", "--seats", "0,1", "--level", "random,random,random"), "3 bots named"),
        (("--table", "nowhere", "--seats", "0"), "There is no table 'nowhere'"),
    ],
)
def test_what_bots_can_not_do_is_refused(
    home: House, arguments: tuple[object, ...], reason: str
) -> None:
    assert reason in refusal("bot", *arguments, "--data", home.data)


def test_names_of_bots_tell_equals_apart() -> None:
    bots = (BotSeat(0, "builder"), BotSeat(2, "random"), BotSeat(3, "builder"))
    names = [bot_name(Terms(bots=bots), seat) for seat in (0, 2, 3)]
    assert names == ["builder bot", "random bot", "builder bot 2"]
