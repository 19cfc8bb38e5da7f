"""A client of Blue Moon: async, typed, and back again after every interruption.

A platform opens a table with its key and hands out tokens; whoever has a token plays or watches:

    import asyncio
    from secrets import randbelow

    from client import BlueMoon
    from games.city.bots import BOTS
    from schemas.city import CityOptions


    async def play(moon: BlueMoon, table: str, token: str) -> None:
        async with moon.seat(table, token) as seat:
            async for turn in seat.turns():
                bot = BOTS["builder"]
                action = bot(turn.view.table, seat.seat, turn.actions, randbelow)
                await seat.act(action, expected_seq=turn.view.seq)


    async def main(gateway: str, live: str, key: str) -> tuple[int, ...]:
        async with BlueMoon(gateway, live, key) as moon:
            table = (await moon.gateway.open_table("city", CityOptions(players=2))).table
            players = []
            for seat, player in enumerate(("Amber", "Basalt")):
                seated = await moon.gateway.take_seat(table, seat, player)
                players.append(play(moon, table, seated.token))
            await moon.gateway.start_game(table)
            await asyncio.gather(*players)
            over = await moon.gateway.get_view(table)
            return tuple(result.seat for result in over.table.results if result.won)

Calls raise ProblemError with a stable code, RejectedError when the rules say no, UnreachableError
when nobody answers for long. Lost connections are found again by themselves, after pauses that are
drawn by lot, and nothing is told twice or left out. See `docs/client.md`.

May import `games` and `schemas`: it speaks the public contract and knows no service.
"""

from client.bluemoon import BlueMoon
from client.calling import Caller
from client.decoding import AnySeenCommit, Commits, Legal, View
from client.errors import (
    BlueMoonError,
    ProblemError,
    RejectedError,
    SubscriptionEndedError,
    UnreachableError,
    UnreadableError,
)
from client.gateway import Gateway
from client.line import LineChange
from client.live import Live
from client.subscription import Subscription
from client.table import Seat, Spectator, Turn, Update

__all__ = [
    "AnySeenCommit",
    "BlueMoon",
    "BlueMoonError",
    "Caller",
    "Commits",
    "Gateway",
    "Legal",
    "LineChange",
    "Live",
    "ProblemError",
    "RejectedError",
    "Seat",
    "Spectator",
    "Subscription",
    "SubscriptionEndedError",
    "Turn",
    "UnreachableError",
    "UnreadableError",
    "Update",
    "View",
]
