"""Tables with players and bots, for tests that play and watch."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from client import BlueMoon
from client.bots import bot_name, play_seat
from games.bots import random_bot
from games.city.bots import BOTS
from schemas.city.options import CityOptions
from schemas.table import AnyTable, Resign
from schemas.terms import BotSeat, Terms
from tests.waiting import DEADLINE_SECONDS, eventually


async def open_table(
    moon: BlueMoon, *levels: str, takebacks: bool = False, delay_seconds: int = 0
) -> str:
    """Open a table with bot seats of these levels. It starts when all seats are taken."""
    bots = tuple(BotSeat(seat, level) for seat, level in enumerate(levels) if level)
    terms = Terms(
        bots=bots, autostart=True, takebacks=takebacks, spectator_delay_seconds=delay_seconds
    )
    return (await moon.gateway.open_table("city", CityOptions(len(levels)), terms=terms)).table


async def play_bot(moon: BlueMoon, table: str, seat: int, level: str = "builder") -> None:
    """Take a seat with a bot and play until the game is over."""
    name = bot_name(Terms(bots=(BotSeat(seat, level),)), seat) + f" on {seat}"
    token = (await moon.gateway.take_seat(table, seat, name)).token

    async def choose(view: AnyTable, number: int, actions: tuple[object, ...]) -> object:
        return BOTS.get(level, random_bot)(view, number, actions, lambda _: 0)

    async with moon.seat(table, token) as table_seat:
        await play_seat(table_seat, choose)


async def wait_for_seq(moon: BlueMoon, table: str, seq: int) -> None:
    """Wait until the table has reached a seq."""

    async def has_reached() -> bool:
        return (await moon.gateway.get_view(table)).seq >= seq

    await eventually(has_reached, f"seq {seq}")


async def resign(moon: BlueMoon, table: str, seat: int = 0) -> None:
    """Resign for a seat, which ends a game of two."""
    token = await moon.gateway.mint_token(table, seat)
    await moon.gateway.with_credential(token).send_command(table, Resign())


@contextlib.asynccontextmanager
async def running_bots(moon: BlueMoon, table: str, *seats: int) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(play_bot(moon, table, seat)) for seat in seats]
    yield
    await asyncio.wait_for(asyncio.gather(*tasks), DEADLINE_SECONDS)
