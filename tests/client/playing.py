"""Tables with people and bots, for tests of what plays and watches."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from client import BlueMoon
from client.bots import bot_name, play_seat
from games.bots import random_bot
from games.city.bots import BOTS
from schemas.city import CityOptions
from schemas.table import AnyTable, Resign
from schemas.terms import BotSeat, Terms
from tests.services.engines import eventually


async def open_table(
    moon: BlueMoon, *levels: str, takebacks: bool = False, delay_seconds: int = 0
) -> str:
    """A table whose seats are kept for bots of these levels; it starts when all sit."""
    bots = tuple(BotSeat(seat, level) for seat, level in enumerate(levels) if level)
    terms = Terms(
        bots=bots, autostart=True, takebacks=takebacks, spectator_delay_seconds=delay_seconds
    )
    return (await moon.gateway.open_table("city", CityOptions(len(levels)), terms=terms)).table


async def bot_at(moon: BlueMoon, table: str, seat: int, level: str = "builder") -> None:
    """A bot that sits down and plays until the game is over."""
    name = bot_name(Terms(bots=(BotSeat(seat, level),)), seat) + f" on {seat}"
    token = (await moon.gateway.take_seat(table, seat, name)).token

    async def think(view: AnyTable, number: int, actions: tuple[object, ...]) -> object:
        return BOTS.get(level, random_bot)(view, number, actions, lambda _: 0)

    async with moon.seat(table, token) as place:
        await play_seat(place, think)


async def at_version(moon: BlueMoon, table: str, seq: int) -> None:
    """Until the game has come so far."""

    async def there() -> bool:
        return (await moon.gateway.get_view(table)).seq >= seq

    await eventually(there, f"version {seq}", 90)


async def resign(moon: BlueMoon, table: str, seat: int = 0) -> None:
    """Whoever sits there gives up: a game of two is over."""
    token = await moon.gateway.mint_token(table, seat)
    await moon.gateway.speaking_as(token).send_command(table, Resign())


@contextlib.asynccontextmanager
async def bots_at(moon: BlueMoon, table: str, *seats: int) -> AsyncIterator[None]:
    playing = [asyncio.create_task(bot_at(moon, table, seat)) for seat in seats]
    yield
    await asyncio.wait_for(asyncio.gather(*playing), 60)
